// What is known of the accesses of a line, in the panel beside it.

/** A text whose places in known files are links. */
function linked(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(/([^\s'"();,]+):(\d+)(?::\d+)?/g)) {
    const file = fileNamed(found[1].replace(/^\.\//, ""));
    if (file === null) continue;
    parts.push(text.slice(end, found.index), make("a", { href: linkTo(file, Number(found[2])) }, found[0]));
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

function describe(access) {
  const state = report.states[access.state];
  const place = access.column > 0 ? `, column ${access.column}` : "";
  const times = access.times > 1 ? `, ${access.times} times in the object` : "";
  const runs = access.executed === null ? null : make("p", {}, `The line was executed ${plural(access.executed, "time", "times")}.`);
  const head = make("p", { class: "state " + state.name }, make("span", { class: "sign", "aria-hidden": "true" }, state.sign), ` ${state.name}${place}${times}`);
  const why = access.why.length > 0 ? make("ul", {}, ...access.why.map((text) => make("li", {}, ...linked(text)))) : null;
  return make("article", {}, head, make("p", {}, ...linked(access.says)), runs, why);
}

/** Tells about a line. Without accesses, there is nothing to say. */
function tell(number) {
  const panel = byId("detail");
  const accesses = shownIn(number);
  panel.hidden = accesses.length === 0;
  if (panel.hidden) return;
  const close = make("button", { type: "button", class: "close", "aria-label": "Close", onclick: closePanel }, "×");
  const status = make("h3", { role: "status" }, `Line ${number}: ${plural(accesses.reduce((sum, access) => sum + access.times, 0), "access", "accesses")}`);
  const sorted = [...accesses].sort((one, other) => one.column - other.column || other.state - one.state);
  panel.replaceChildren(close, status, ...sorted.map(describe));
  panel.scrollTop = 0;
}

function closePanel() {
  byId("detail").hidden = true;
  byId("line" + reader.chosen)?.querySelector("button")?.focus();
}
