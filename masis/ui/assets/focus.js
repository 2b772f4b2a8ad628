// Put the focus where a key led, once for each time it was asked for; press a button for a key of ours.
const TYPING = "input, textarea, select, [contenteditable]";

export default function ({ data, parentElement }) {
  const holder = parentElement;
  holder.keys = data.keys ?? {};
  if (!holder.listening) {
    holder.listening = (event) => {
      const selector = holder.keys[event.key.toLowerCase()];
      if (!selector || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPING)) return;
      const button = document.querySelector(selector);
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the frame has a meaning of its own for some letters
      button.click();
    };
    document.addEventListener("keydown", holder.listening, true);
  }
  if (data.selector && holder.turn !== data.turn) {
    holder.turn = data.turn;
    let tries = 0;
    const go = () => {
      const target = document.querySelector(data.selector);
      if (target) target.focus();
      else if (tries++ < 40) setTimeout(go, 50);
      if (!target) return;
      // A page that is still being drawn may replace what has the focus; nobody else has taken it then.
      for (const later of [150, 500]) setTimeout(() => document.activeElement === document.body && document.querySelector(data.selector)?.focus(), later);
    };
    setTimeout(go, 50);
  }
  return () => {
    document.removeEventListener("keydown", holder.listening, true);
    holder.listening = null;
  };
}
