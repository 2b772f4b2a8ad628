// Draw an audited memo: every checked sentence can be opened; text enters the page as text only.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".memo") ?? parentElement.appendChild(document.createElement("div"));
  const focused = root.getRootNode().activeElement?.dataset?.position;
  root.className = "memo";
  root.replaceChildren();

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const open = (position) => {
    setTriggerValue("open", position);
    const pane = document.querySelector(".st-key-draft-source");
    if (pane && window.innerWidth < 900) pane.scrollIntoView({ behavior: "smooth", block: "start" });
  };

  const sentence = (part) => {
    if (!part.opens) return element("span", part.tone, part.text);
    const span = element("span", `sentence ${part.tone}`);
    span.setAttribute("role", "button");
    span.tabIndex = 0;
    span.dataset.position = part.position;
    span.setAttribute("aria-pressed", String(part.position === data.active));
    span.title = part.label;
    const mark = element("span", "mark", part.mark);
    mark.setAttribute("aria-hidden", "true");
    const [first, ...rest] = part.text.split(" ");
    const lead = element("span", "lead");
    lead.append(mark, first);
    span.append(lead, rest.length ? ` ${rest.join(" ")}` : "", element("span", "said", ` (${part.label})`));
    span.onclick = () => open(part.position);
    span.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open(part.position);
    };
    return span;
  };

  let list = null;
  for (const block of data.blocks) {
    const inList = block.kind === "item";
    if (inList && !list) list = root.appendChild(element("ul"));
    if (!inList) list = null;
    const holder = element({ item: "li", heading: "h3" }[block.kind] ?? "p", block.kind);
    for (const part of block.parts) holder.append(sentence(part), " ");
    (list ?? root).append(holder);
  }
  if (focused) root.querySelector(`[data-position="${CSS.escape(focused)}"]`)?.focus();
}
