// Tables that sort by any column and filter by text.

const FIRST_ROWS = 200;

/** A table. `columns`: title, whether it is a number, value of a row, and cell of a row if that is not the value. */
function tabulate(into, columns, rows, sortedBy, what) {
  let by = sortedBy;
  let downwards = true;
  let all = false;
  let wanted = "";
  const body = make("tbody");
  const status = make("span", { role: "status" });
  const more = make("button", { type: "button", onclick: () => { all = true; fill(); } }, "Show all rows");
  const heads = columns.map((column, number) => make("th", { scope: "col", class: column.number ? "number" : null },
    make("button", { type: "button", onclick: () => {
      downwards = by === number ? !downwards : Boolean(column.number);
      by = number;
      fill();
    } }, column.title)));
  function fill() {
    heads.forEach((head, number) => {
      if (number === by) head.setAttribute("aria-sort", downwards ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const found = rows.filter((row) => wanted === "" || columns.some((column) => !column.number && String(column.value(row)).toLowerCase().includes(wanted)));
    const { value, number } = columns[by];
    const order = number ? (one, other) => value(one) - value(other) : (one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0);
    found.sort((one, other) => (downwards ? -order(one, other) : order(one, other)));
    const shown = all ? found : found.slice(0, FIRST_ROWS);
    body.replaceChildren(...shown.map((row) => make("tr", {}, ...columns.map((column) => {
      const cell = column.cell ? column.cell(row) : column.number ? column.value(row).toLocaleString("en") : column.value(row);
      return make("td", { class: column.number ? "number" : "text" }, cell);
    }))));
    status.textContent = shown.length < found.length ? `${shown.length} of ${plural(found.length, "row", "rows")}` : plural(found.length, "row", "rows");
    more.hidden = shown.length === found.length;
  }
  const filter = make("input", { type: "search", autocomplete: "off", oninput: (event) => { wanted = event.target.value.toLowerCase(); fill(); } });
  into.append(make("div", { class: "tools" }, make("label", {}, `Filter ${what} `, filter), status, more),
    make("div", { class: "scroll", role: "region", "aria-label": what, tabindex: "0" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body)));
  fill();
}

/** A column for each state that occurs. */
function stateColumns(totalsOf) {
  const columns = [{ title: "accesses", number: true, value: (row) => totalsOf(row).reduce((sum, count) => sum + count, 0) }];
  report.states.forEach((state, number) => {
    if (report.totals[number] > 0) columns.push({ title: `${state.sign} ${state.name}`, number: true, value: (row) => totalsOf(row)[number] });
  });
  return columns;
}

function fillTables() {
  const cost = (value) => (report.counted ? [{ title: "executed checks", number: true, value }] : []);
  const checked = (columns) => {
    const last = columns.findIndex((column) => column.title === "executed checks");
    const checks = columns.findIndex((column) => column.title.endsWith(" checked"));
    return last >= 0 ? last : checks >= 0 ? checks : 1;
  };
  const files = report.files.map((file, number) => ({ ...file, number }));
  const fileColumns = [{ title: "file", value: (file) => file.name, cell: (file) => make("a", { href: linkTo(file.number, 1) }, file.name) },
    ...stateColumns((file) => file.totals), ...cost((file) => file.cost)];
  tabulate(byId("file-table"), fileColumns, files, checked(fileColumns), "files");
  const columns = [
    { title: "function", value: ([name]) => name, cell: ([name, file, line]) => make("a", { href: linkTo(file, line) }, name) },
    { title: "file", value: (row) => report.files[row[1]].name },
    ...stateColumns((row) => row[3]), ...cost((row) => row[4])];
  tabulate(byId("function-table"), columns, report.functions, checked(columns), "functions");
  const facts = [
    { title: "fact", value: (wait) => wait.fact, cell: (wait) => make("span", {}, wait.fact, wait.advice && make("span", { class: "advice" }, wait.advice)) },
    { title: "checks", number: true, value: (wait) => wait.checks },
    ...cost((wait) => wait.cost),
    { title: "for example", value: (wait) => (wait.example ? `${report.files[wait.example[0]].name}:${wait.example[1]}` : ""),
      cell: (wait) => (wait.example ? make("a", { href: linkTo(...wait.example) }, `${report.files[wait.example[0]].name}:${wait.example[1]}`) : "") }];
  tabulate(byId("unknown-table"), facts, report.unknown, report.counted ? 2 : 1, "facts");
}
