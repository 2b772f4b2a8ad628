// Draw the answer block by block; text enters the page as text only, never as markup.
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".answer") ?? parentElement.appendChild(document.createElement("div"));
  const owner = root.getRootNode();
  const focused = owner.activeElement?.dataset?.cite;
  root.className = "answer";
  root.replaceChildren();

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const chip = (part) => {
    const button = element("button", part.bad ? "chip bad" : part.web ? "chip web" : "chip", part.number);
    button.type = "button";
    button.dataset.cite = part.cite;
    button.setAttribute("aria-label", `Source ${part.number}: ${part.label}`);
    button.setAttribute("aria-pressed", String(part.cite === data.active));
    button.append(element("span", "tip", part.label));
    button.onclick = () => {
      setTriggerValue("cite", part.cite);
      const pane = document.querySelector(".st-key-source-pane");
      if (pane && window.innerWidth < 900) pane.scrollIntoView({ behavior: "smooth", block: "start" });
    };
    return button;
  };

  const sentence = (part) => {
    const span = element("span", part.problem ? "sentence problem" : "sentence");
    if (part.problem) span.title = part.problem;
    if (part.claim === data.claim) span.classList.add("active");
    if (part.mark) {
      span.classList.add(part.mark);
      span.title = part.told;
    }
    for (const run of part.runs) span.append(run.strong ? element("strong", "", run.text) : run.text);
    return span;
  };

  const lead = (block) => {
    const holder = element("p", "lead");
    const what = element("span", "what");
    holder.append(element("span", "value", block.value), what);
    what.append(element("b", "", block.what), element("span", "place", block.place), ...block.parts.map(chip));
    if (block.also.length) {
      const also = element("span", "also", "also in ");
      also.append(...block.also.map(chip));
      what.append(also);
    }
    if (block.chosen) holder.append(element("span", "chosen", block.chosen));
    return holder;
  };

  // A row of a table: one cell each; its chips stand in the last one.
  const row = (block) => {
    const line = element("tr");
    const add = () => {
      const cell = line.appendChild(element(block.head || !line.childElementCount ? "th" : "td"));
      if (cell.localName === "th") cell.scope = block.head ? "col" : "row";
      return cell;
    };
    for (const part of block.parts) {
      if (part.type === "chip") (line.lastElementChild ?? add()).append(chip(part));
      else for (const runs of part.cells ?? (part.runs.length ? [part.runs] : [])) add().append(sentence({ ...part, runs }));
    }
    return line;
  };

  const grid = () => {
    const holder = root.appendChild(element("div", "scroll"));
    holder.tabIndex = 0;
    holder.setAttribute("role", "group");
    holder.setAttribute("aria-label", "Table in the answer");
    return holder.appendChild(element("table", "grid"));
  };

  let [list, table] = [null, null];
  for (const block of data.blocks) {
    if (block.kind === "row") {
      list = null;
      table ??= grid();
      const part = block.head && !table.tBodies.length ? (table.tHead ?? table.createTHead()) : (table.tBodies[0] ?? table.createTBody());
      part.append(row(block));
      continue;
    }
    table = null;
    if (block.kind === "lead") {
      list = null;
      root.append(lead(block));
      continue;
    }
    const inList = block.kind === "item";
    if (inList && !list) list = root.appendChild(element("ul"));
    if (!inList) list = null;
    const holder = element({ item: "li", heading: "h2" }[block.kind] ?? "p", block.kind);
    for (const part of block.parts) {
      if (part.type === "chip") holder.append(chip(part));
      else holder.append(sentence(part), part.space ?? "");
    }
    (list ?? root).append(holder);
  }
  if (focused) root.querySelector(`[data-cite="${CSS.escape(focused)}"]`)?.focus();
}
