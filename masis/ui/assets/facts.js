// The table of facts: rows by organisation and line, columns by period; a value is a button that opens its place.
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".holder") ?? parentElement.appendChild(element("div", "holder"));

  const open = (id) => {
    setTriggerValue("open", id);
    if (window.innerWidth >= 900) return;
    // The place is drawn above the table on a narrow screen, once the page has answered.
    let tries = 0;
    const look = setInterval(() => {
      const pane = document.querySelector(".st-key-facts-source");
      const there = pane && Math.abs(pane.getBoundingClientRect().top - 64) < 24;
      if (pane && !there) pane.scrollIntoView({ block: "start" });
      if (there || ++tries > 30) clearInterval(look);
    }, 150);
  };

  const headed = (text, sub, className) => {
    const cell = element("th", className, text);
    cell.scope = "col";
    if (sub) cell.append(element("span", "sub", sub));
    return cell;
  };

  const head = () => {
    const row = element("tr");
    row.append(headed("Line", "", "line"));
    for (const period of data.periods) row.append(headed(period, "", "number"));
    if (data.change) row.append(headed("Change", `computed, ${data.change}`, "number computed"));
    if (data.share) row.append(headed("Share", `computed, ${data.share}`, "number computed"));
    row.append(headed("In", "", "unit"));
    const holder = element("thead");
    holder.append(row);
    return holder;
  };

  const value = (cell, period) => {
    const holder = element("td", "number value");
    holder.dataset.label = period;
    if (!cell.id) {
      holder.classList.add("empty");
      holder.append(element("span", "none", "–"));
      return holder;
    }
    const button = element("button", cell.others.length ? "cell disputed" : "cell");
    button.type = "button";
    button.setAttribute("aria-label", cell.label);
    button.title = cell.label;
    button.dataset.id = cell.id;
    if (cell.open) button.setAttribute("aria-current", "true");
    button.onclick = () => open(cell.id);
    button.append(element("span", "amount", cell.text));
    if (cell.places > 1) button.append(element("sup", "", cell.places));
    if (cell.firmness) button.append(element("span", "sub", cell.firmness));
    for (const other of cell.others) button.append(element("span", "other", `≠ ${other}`));
    for (const note of cell.notes) button.append(element("span", "sub", note));
    holder.append(button);
    return holder;
  };

  const computed = (text, label) => {
    const cell = element("td", text ? "number computed" : "number computed empty", text);
    cell.dataset.label = `${label}, computed`;
    return cell;
  };

  const line = (row) => {
    const holder = element("tr", row.whole ? "whole" : "");
    const name = element("th", "line", row.name);
    name.scope = "row";
    if (row.within) {
      const within = element("span", "sub within", row.within);
      within.title = row.within;
      name.append(within);
    }
    name.append(element("span", "sub beside", row.unit));
    holder.append(name);
    row.cells.forEach((cell, index) => holder.append(value(cell, data.periods[index])));
    if (data.change) holder.append(computed(row.change, "Change"));
    if (data.share) holder.append(computed(row.share, "Share"));
    const unit = element("td", "unit", row.unit);
    unit.dataset.label = "In";
    holder.append(unit);
    return holder;
  };

  const wide = (className, content) => {
    const row = element("tr", className);
    const cell = element("td");
    cell.colSpan = data.periods.length + 2 + (data.change ? 1 : 0) + (data.share ? 1 : 0);
    cell.append(content);
    row.append(cell);
    return row;
  };

  const group = (organisation) => {
    const holder = element("tbody");
    const row = element("tr", "organisation");
    const name = element("th", "", organisation.name);
    name.scope = "rowgroup";
    name.colSpan = data.periods.length + 2 + (data.change ? 1 : 0) + (data.share ? 1 : 0);
    row.append(name);
    holder.append(row, ...organisation.rows.map(line));
    if (organisation.none) holder.append(wide("note", element("span", "", organisation.none)));
    if (organisation.more) {
      const more = element("button", "more", organisation.more);
      more.type = "button";
      more.onclick = () => setTriggerValue("open", "all-lines");
      holder.append(wide("note", more));
    }
    return holder;
  };

  const focused = root.getRootNode().activeElement?.dataset?.id;
  const table = element("table");
  table.append(element("caption", "", data.caption), head(), ...data.groups.map(group));
  const scroll = element("div", "scroll");
  Object.assign(scroll, { tabIndex: 0 });
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", data.caption);
  scroll.append(table);
  root.replaceChildren(scroll);
  if (focused) [...root.querySelectorAll("button.cell")].find((button) => button.dataset.id === focused)?.focus();
}
