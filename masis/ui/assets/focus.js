// Put the focus, or the view, where a key led, once for each time it was asked for; press a button for a key of ours.
const TYPING = "input, textarea, select, [contenteditable]";
const PATIENCE_MS = 10000;
const LOOK_MS = 50;

// Of the tab, not of the component: one that is mounted anew goes on with what the one before began.
const leading = (window.masisFocus ??= { turn: 0, next: 0 });

// Give the focus to the first element that fits as soon as it is there, again where a redraw replaced it or
// drew one before it (a text area comes later than its button); whoever takes the focus in between keeps it.
function lead(selector) {
  const before = document.activeElement;
  const end = Date.now() + PATIENCE_MS;
  let given = null;
  const look = () => {
    const active = document.activeElement;
    const free = !active || active === document.body || (!given && active === before);
    if (given?.isConnected ? active !== given : !free) return;
    const target = document.querySelector(selector);
    if (target && target !== given) {
      target.focus();
      if (document.activeElement === target) given = target;
    }
    if (Date.now() < end) leading.next = setTimeout(look, LOOK_MS);
  };
  clearTimeout(leading.next);
  leading.next = setTimeout(look, LOOK_MS);
}

// Scroll an element to the top as soon as the page is drawn; whoever scrolls first keeps their place.
function show(selector) {
  const end = Date.now() + PATIENCE_MS;
  const stop = () => clearTimeout(leading.next);
  const look = () => {
    const target = document.querySelector(selector);
    const drawn = document.querySelector('[data-test-script-state="notRunning"]');
    if (target && drawn) {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      target.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
    } else if (Date.now() < end) {
      leading.next = setTimeout(look, LOOK_MS);
    }
  };
  stop();
  for (const kind of ["wheel", "touchmove"]) window.addEventListener(kind, stop, { once: true, passive: true });
  leading.next = setTimeout(look, LOOK_MS);
}

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
      event.stopImmediatePropagation(); // before the frame, which would press it a second time
      button.click();
    };
    window.addEventListener("keydown", holder.listening, true);
    document.documentElement.dataset.keys = "heard";
  }
  if (data.selector && leading.turn !== data.turn) {
    leading.turn = data.turn;
    (data.shown ? show : lead)(data.selector);
  }
  return () => {
    window.removeEventListener("keydown", holder.listening, true);
    delete document.documentElement.dataset.keys;
    holder.listening = null;
  };
}
