// Draw the first hint that was not dismissed; what was dismissed is kept by the browser, not by MASIS.
const KEPT = "masis-hints-seen";

const seen = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return []; // storage is switched off: the hint comes back with the next page
  }
};

const keep = (names) => {
  try {
    localStorage.setItem(KEPT, JSON.stringify([...new Set([...seen(), ...names])]));
  } catch {
    // as above
  }
};

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".hint") ?? parentElement.appendChild(document.createElement("div"));
  const gone = new Set(root.gone ?? []);

  const element = (name, className, text) => {
    const made = document.createElement(name);
    made.className = className;
    if (text) made.textContent = text;
    return made;
  };

  const button = (text, dismissed) => {
    const made = element("button", "act", text);
    made.type = "button";
    made.onclick = () => {
      keep(dismissed);
      dismissed.forEach((name) => gone.add(name));
      root.gone = [...gone];
      draw();
    };
    return made;
  };

  const draw = () => {
    const past = seen();
    const left = data.hints.filter((hint) => !past.includes(hint.name) && !gone.has(hint.name));
    root.replaceChildren();
    root.className = left.length && !past.includes("all") ? "hint" : "hint none";
    if (root.className !== "hint") return;
    const hint = left[0];
    const number = data.number + data.hints.indexOf(hint);
    root.setAttribute("role", "note");
    root.append(element("p", "count", `Hint ${number} of ${data.count}`), element("p", "title", hint.title));
    root.append(element("p", "text", hint.text));
    const acts = root.appendChild(element("div", "acts"));
    acts.append(button("Got it", [hint.name]), button("No more hints", ["all"]));
  };

  draw();
}
