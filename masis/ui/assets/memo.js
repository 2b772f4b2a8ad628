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

  const opens = (holder, row) => {
    const span = sentence({ ...row, text: row.cells[0] ?? "" });
    if (row.opens) span.setAttribute("aria-label", `${row.cells.join(", ")} (${row.label})`);
    holder.append(span);
    return holder;
  };

  const grid = (block) => {
    const table = element("table", "grid");
    const body = element("tbody");
    for (const row of block.rows) {
      const line = element("tr", row.opens ? `opens ${row.tone}` : "");
      const [head, values] = row.head ? ["th", "th"] : ["th", "td"];
      line.append(row.opens ? opens(element(head), row) : element(head, "", row.cells[0] ?? ""));
      for (const cell of row.cells.slice(1)) line.append(element(values, "", cell));
      if (row.position === data.active) line.classList.add("active");
      if (row.opens) line.onclick = (event) => event.target.closest(".sentence") || open(row.position);
      if (row.head && !table.tHead) table.createTHead().append(line);
      else body.append(line);
    }
    table.append(body);
    for (const cell of table.querySelectorAll("th")) cell.scope = cell.closest("thead") ? "col" : "row";
    const holder = element("div", "scroll");
    holder.append(table);
    return holder;
  };

  let list = null;
  for (const block of data.blocks) {
    if (block.kind === "table") {
      list = null;
      root.append(grid(block));
      continue;
    }
    const inList = block.kind === "item";
    if (inList && !list) list = root.appendChild(element("ul"));
    if (!inList) list = null;
    const holder = element({ item: "li", heading: "h3" }[block.kind] ?? "p", block.kind);
    for (const part of block.parts) holder.append(sentence(part), " ");
    (list ?? root).append(holder);
  }
  if (focused) root.querySelector(`[data-position="${CSS.escape(focused)}"]`)?.focus();
}
