// A plain accessible table: sortable headers, rows that open, cells that are text only.
const NAMESPACE = "http://www.w3.org/2000/svg";

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

function sparkline(values, rule, label) {
  const [width, height, pad] = [64, 22, 3];
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("class", "course");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const y = (value) => height - pad - value * (height - 2 * pad);
  const x = (index) => (values.length < 2 ? width / 2 : pad + (index * (width - 2 * pad)) / (values.length - 1));
  const draw = (name, attributes) => {
    const made = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    svg.append(made);
  };
  draw("line", { x1: 0, x2: width, y1: y(rule), y2: y(rule), class: "rule" });
  draw("polyline", { points: values.map((value, index) => `${x(index)},${y(value)}`).join(" "), class: "line" });
  draw("circle", { cx: x(values.length - 1), cy: y(values.at(-1) ?? 0), r: 2.6, class: "end" });
  return svg;
}

function grid(rows, opener) {
  const table = element("table", "grid");
  rows.forEach((cells, number) => {
    if (!cells.some(Boolean)) return;
    const line = element("tr");
    for (const text of cells) line.append(element(number || !text ? "td" : "th", "", text));
    if (number && opener) line.firstChild.replaceChildren(opener(line.firstChild.textContent));
    table.append(line);
  });
  const box = element("div", "gridbox");
  box.append(table);
  return box;
}

function filled(cell, kind, open) {
  const holder = document.createDocumentFragment();
  const opener = (words) => Object.assign(element("button", "open", words), { type: "button", onclick: open });
  if (cell.grid) {
    if (cell.sub) holder.append(element("span", "sub", cell.sub));
    holder.append(grid(cell.grid, open && opener));
    if (open) holder.querySelector(".open").setAttribute("aria-label", cell.text);
    return holder;
  }
  if (kind === "spark") {
    if (cell.values?.length) holder.append(sparkline(cell.values, cell.rule, cell.text));
    return holder;
  }
  if (cell.tone) holder.append(element("span", `dot ${cell.tone}`));
  const text = open ? opener(cell.text) : element("span", kind, cell.text);
  if (cell.title) text.title = cell.title;
  holder.append(text);
  if (cell.sub) holder.append(element("span", "sub", cell.sub));
  return holder;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".holder") ?? parentElement.appendChild(element("div"));
  root.className = "holder";
  const order = (root.order ??= { key: null, down: false });

  const sorted = () => {
    if (!order.key) return data.rows;
    const value = (row) => row.cells[order.key]?.sort ?? row.cells[order.key]?.text ?? "";
    const rows = [...data.rows].sort((a, b) => (value(a) > value(b) ? 1 : value(a) < value(b) ? -1 : 0));
    return order.down ? rows.reverse() : rows;
  };

  // In place: the name becomes a field; Enter or leaving it saves, Escape does not.
  const renaming = (row, content) => {
    const button = element("button", "rename", "✎");
    Object.assign(button, { type: "button", title: "Rename" });
    button.setAttribute("aria-label", `Rename ${content.text}`);
    button.onclick = () => {
      const cell = button.parentElement;
      const field = Object.assign(element("input", "name"), { type: "text", value: content.text, maxLength: 300 });
      field.setAttribute("aria-label", `Name of ${content.text}`);
      let open = true;
      const leave = (save) => {
        if (!open) return;
        open = false;
        const name = field.value.trim();
        if (save && name && name !== content.text) setTriggerValue("open", `name:${row.id}:${name}`);
        else draw();
      };
      field.onkeydown = (event) => {
        if (event.key === "Enter") leave(true);
        if (event.key === "Escape") leave(false);
      };
      field.onblur = () => leave(true);
      cell.replaceChildren(field);
      field.focus();
      field.select();
    };
    return button;
  };

  const acting = (row, content) => {
    const button = element("button", "open", content.text);
    button.type = "button";
    button.setAttribute("aria-label", content.title ?? content.text);
    button.onclick = () => {
      button.disabled = true; // taken: the answer follows with the next drawing
      setTriggerValue("open", `act:${row.id}`);
    };
    return button;
  };

  const head = () => {
    const row = element("tr");
    if (data.ticks) row.append(element("td", "tick"));
    for (const column of data.columns) {
      const cell = element("th", column.kind);
      cell.scope = "col";
      if (column.width) cell.style.width = column.width;
      const button = element("button", "sort", column.label);
      button.type = "button";
      const active = order.key === column.key;
      cell.setAttribute("aria-sort", active ? (order.down ? "descending" : "ascending") : "none");
      button.onclick = () => {
        Object.assign(order, { key: column.key, down: active ? !order.down : false });
        draw();
        root.querySelectorAll("th button")[data.columns.indexOf(column)].focus();
      };
      cell.append(button);
      row.append(cell);
    }
    const holder = element("thead");
    holder.append(row);
    return holder;
  };

  const tick = (row) => {
    const cell = element("td", "tick");
    const label = element("label");
    const box = Object.assign(element("input"), { type: "checkbox", checked: data.ticks.includes(row.id) });
    box.setAttribute("aria-label", `Select: ${row.cells[data.opens]?.text ?? row.id}`);
    box.onchange = () => setTriggerValue("open", `tick:${row.id}`);
    label.append(box);
    cell.append(label);
    return cell;
  };

  const body = () => {
    const holder = element("tbody");
    for (const row of sorted()) {
      const line = element("tr", row.id === data.selected ? "selected" : "");
      if (row.id === data.selected) line.setAttribute("aria-current", "true");
      const open = data.opens ? () => setTriggerValue("open", row.id) : null;
      if (data.ticks) line.append(tick(row));
      for (const column of data.columns) {
        const cell = element("td", column.kind);
        cell.dataset.label = column.label;
        const content = row.cells[column.key] ?? { text: "" };
        if (column.kind === "act" && content.text) cell.append(acting(row, content));
        else cell.append(filled(content, column.kind, column.key === data.opens ? open : null));
        if (data.renames && column.key === data.opens) cell.querySelector(".open").after(renaming(row, content));
        if (!content.text && !content.values?.length) cell.classList.add("empty");
        line.append(cell);
      }
      if (open) {
        line.classList.add("opens");
        line.onclick = (event) => event.target.closest("button, input, .tick") || open();
      }
      holder.append(line);
    }
    return holder;
  };

  const draw = () => {
    const active = root.getRootNode().activeElement;
    const focused = active?.getAttribute("aria-label") ?? active?.textContent;
    const table = element("table");
    table.append(element("caption", "", data.caption), head(), body());
    root.replaceChildren(table);
    const name = (button) => button.getAttribute("aria-label") ?? button.textContent;
    if (focused) [...root.querySelectorAll("td button")].find((button) => name(button) === focused)?.focus();
  };
  draw();
  if (data.follow && root.followed !== data.selected) {
    root.followed = data.selected;
    root.querySelector("tr.selected")?.scrollIntoView({ block: "nearest" });
  }
}
