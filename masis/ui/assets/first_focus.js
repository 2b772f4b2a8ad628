// Put the focus into a field once it is there; on a touch screen that would open the keyboard over the page.
export default function ({ data, parentElement }) {
  if (parentElement.done || matchMedia("(pointer: coarse)").matches) return;
  parentElement.done = true;
  let tries = 0;
  const look = () => {
    const field = document.querySelector(data.selector);
    const free = !document.activeElement || ["BODY", "BUTTON", "A", "MAIN"].includes(document.activeElement.tagName);
    if (field && free) field.focus({ preventScroll: true });
    else if (!field && tries++ < 40) setTimeout(look, 50);
  };
  look();
}
