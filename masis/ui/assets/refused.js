// Tell the page which files the uploader will refuse: it says so beside the zone, which forgets them when it is drawn anew.
const ZONE = '[data-testid="stFileUploader"]';
const TAKEN = '[data-testid="stFileChip"]:not(:has([data-testid="stFileChipIconError"]))';
const LONGEST_MS = 5000;

export default function ({ data, parentElement, setStateValue }) {
  parentElement.stop?.();
  parentElement.tell = (files) => setStateValue("refused", files);
  // All of them each time, with their moment: a page that is being drawn may never look at what it is told just then.
  const told = (parentElement.told ??= []);
  const dropped = (transfer) =>
    [...transfer.items]
      .filter((item) => item.kind === "file" && !item.webkitGetAsEntry?.()?.isDirectory)
      .map((item) => item.getAsFile());
  const look = (event) => {
    const zone = event.target.closest?.(ZONE);
    if (!zone) return;
    const files = event.dataTransfer ? dropped(event.dataTransfer) : [...(event.target.files ?? [])];
    const read = (file) => data.endings.some((ending) => file.name.toLowerCase().endsWith(ending));
    const refused = files.filter((file) => file && (file.size > data.most || !read(file)));
    if (!refused.length) return;
    told.push(...refused.map((file) => [file.name, file.size, event.timeStamp + performance.timeOrigin]));
    // The others ask the server where to go; a run of the page that starts meanwhile would lose the answer, and with it the files.
    const until = performance.now() + LONGEST_MS;
    const tell = () => {
      const waits = files.length > refused.length && zone.isConnected && !zone.querySelector(TAKEN);
      if (waits && performance.now() < until) setTimeout(tell, 50);
      else parentElement.tell(JSON.stringify(told.slice(-data.kept)));
    };
    tell();
  };
  // Before the uploader itself, which takes the files out of its box.
  for (const kind of ["drop", "change"]) document.addEventListener(kind, look, true);
  parentElement.stop = () => {
    for (const kind of ["drop", "change"]) document.removeEventListener(kind, look, true);
  };
  return parentElement.stop;
}
