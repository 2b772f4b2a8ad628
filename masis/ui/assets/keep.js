// Keep what is typed into a box in this tab until it was sent: a box drawn anew gets it back.
export default function ({ data, parentElement }) {
  parentElement.stop?.();
  const slot = `masis:${data.slot}`;
  if (data.sent) {
    sessionStorage.removeItem(slot);
    return;
  }
  const write = (box, text) => {
    // The setter of the element itself, so that the page's own state learns of it.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, text);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const remember = (event) => {
    if (event.target.matches?.(data.box)) sessionStorage.setItem(slot, event.target.value);
  };
  let seen = null;
  const restore = () => {
    const box = document.querySelector(data.box);
    if (!box) return;
    const kept = sessionStorage.getItem(slot);
    if (!box.value && kept) write(box, kept); // who empties the box by hand empties what is kept, too
    else if (box.value && box !== seen) sessionStorage.setItem(slot, box.value); // typed before anybody listened
    seen = box;
  };
  // The page may draw the box as empty after it was filled again, which changes no node; on a busy machine long after.
  const again = setInterval(restore, 400);
  const watch = new MutationObserver(restore);
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("input", remember, true);
  parentElement.stop = () => {
    watch.disconnect();
    clearInterval(again);
    document.removeEventListener("input", remember, true);
  };
  restore();
  return parentElement.stop;
}
