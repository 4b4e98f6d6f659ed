// Shares as bars. Each chart is an image with a text; the numbers stand in lists and tables, too.

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, properties, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

function canvas(width, height, label) {
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
}

/** One bar of shares; returns where it ends. */
function bar(into, totals, left, top, width, height, whole) {
  totals.forEach((count, state) => {
    const part = whole === 0 ? 0 : (width * count) / whole;
    if (part <= 0) return;
    const { name, sign } = report.states[state];
    const box = draw("rect", { x: left, y: top, width: part, height, class: name });
    box.append(draw("title", {}, `${name}: ${count.toLocaleString("en")}`));
    into.append(box);
    if (part > 22 && height > 24) {
      const text = draw("text", { x: left + part / 2, y: top + height / 2 + 5, "text-anchor": "middle", style: "fill: var(--paper); font-weight: 700" }, sign);
      into.append(text);
    }
    left += part;
  });
  return left;
}

/** The shares of all accesses, and the list that explains the signs. */
function drawShares(into) {
  const whole = report.totals.reduce((sum, count) => sum + count, 0);
  const words = report.states.map((state, number) => `${percent(report.totals[number], whole)} ${state.name}`);
  const chart = canvas(1000, 40, "Shares of accesses: " + words.join(", "));
  bar(chart, report.totals, 0, 4, 1000, 32, whole);
  const key = make("ul", { class: "key" });
  report.states.forEach((state, number) => {
    const count = report.totals[number];
    key.append(make("li", { class: state.name }, make("span", { class: "sign", "aria-hidden": "true" }, state.sign),
      make("strong", {}, ` ${count.toLocaleString("en")} ${state.name}`), ` (${percent(count, whole)}): ${state.meaning}`));
  });
  into.append(make("p", {}, `${plural(whole, "access", "accesses")} in ${plural(report.units, "compiled unit", "compiled units")}.`), chart, key);
  const executed = Object.entries(report.executed);
  if (executed.length > 0) {
    const names = { removed: "proved", merged: "coalesced" };
    const counts = report.states.map(() => 0);
    for (const [decision, count] of executed) {
      const state = report.states.findIndex((state) => state.name === (names[decision] || decision));
      if (state >= 0) counts[state] += count;
    }
    const sum = counts.reduce((all, count) => all + count, 0);
    const said = report.states.map((state, number) => `${percent(counts[number], sum)} ${state.name}`).join(", ");
    const second = canvas(1000, 40, "Shares of executed accesses: " + said);
    bar(second, counts, 0, 4, 1000, 32, sum);
    into.append(make("h3", {}, "Executed accesses"), make("p", {}, `${plural(sum, "access", "accesses")} in the counted runs: ${said}.`), second);
  }
}

const ROWS = 12;

/** Horizontal bars with a text above each. `rows`: text, link, totals or one number. */
function drawRows(into, rows, label) {
  const most = Math.max(1, ...rows.map((row) => row.totals.reduce((sum, count) => sum + count, 0)));
  const chart = canvas(560, rows.length * 40, label);
  rows.forEach((row, number) => {
    const link = draw("a", { href: row.link });
    const short = row.text.length > 74 ? row.text.slice(0, 73) + "…" : row.text;
    const text = draw("text", { x: 0, y: number * 40 + 15 }, short);
    text.append(draw("title", {}, row.text));
    link.append(text);
    chart.append(link);
    const end = bar(chart, row.totals, 0, number * 40 + 20, 490, 12, most);
    chart.append(draw("text", { x: end + 6, y: number * 40 + 31 }, row.number.toLocaleString("en")));
  });
  into.append(chart);
}

function drawOverview() {
  drawShares(byId("shares"));
  const checked = report.states.findIndex((state) => state.name === "checked");
  const files = report.files.map((file, number) => ({ file, number }));
  files.sort((one, other) => other.file.totals[checked] - one.file.totals[checked]);
  drawRows(byId("file-chart"), files.slice(0, ROWS).map(({ file, number }) => ({
    text: file.name, link: linkTo(number, 1), totals: file.totals, number: file.totals[checked],
  })), "Accesses of the files with most checks, by state; numbers are checks");
  const facts = report.unknown.slice(0, ROWS).map((wait) => ({
    text: wait.fact, link: wait.example ? linkTo(wait.example[0], wait.example[1]) : "#unknown",
    totals: report.states.map((_, state) => (state === checked ? wait.checks : 0)), number: wait.checks,
  }));
  drawRows(byId("unknown-chart"), facts, "Facts that most checks wait for");
  const tell = (title, text, rows) => {
    if (rows.length > 0) {
      const list = make("ul", {}, ...rows.map(([name, why]) => make("li", {}, make("strong", {}, name), ": " + why)));
      byId("silent").append(make("h3", {}, title), make("p", {}, text), list);
    }
  };
  tell("Linked as they are", "These were not merged into the whole program: what is known there is what a module alone knows.", report.apart);
  tell("Without remarks", "What is not known here is not said to be checked.", report.silent);
}
