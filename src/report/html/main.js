// Views, addresses, keys.

const VIEWS = ["overview", "files", "functions", "unknown", "source"];

async function follow() {
  const place = placeOf(location.hash);
  const name = location.hash.slice(1);
  const view = place ? "source" : VIEWS.includes(name) ? name : "overview";
  for (const other of VIEWS) byId(other).hidden = other !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === "#" + view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (view !== "source") return;
  if (place) {
    await openFile(place.file);
    if (reader.chosen !== place.line) choose(place.line);
  } else if (reader.number === null) {
    const most = report.files.reduce((best, file, number) => (file.totals.reduce((a, b) => a + b, 0) > report.files[best].totals.reduce((a, b) => a + b, 0) ? number : best), 0);
    await openFile(most);
  }
}

function setUp() {
  report.files.forEach((file, number) => byId("file").append(make("option", { value: number }, file.name)));
  report.states.forEach((state, number) => {
    reader.shown.add(number);
    if (report.totals[number] === 0) return;
    const box = make("input", { type: "checkbox", checked: true, "data-state": state.name, onchange: (event) => {
      if (event.target.checked) reader.shown.add(number); else reader.shown.delete(number);
      refresh();
      if (reader.chosen !== null) tell(reader.chosen);
    } });
    byId("filters").append(make("label", { class: state.name, title: state.meaning }, box, make("span", { class: "sign", "aria-hidden": "true" }, state.sign), ` ${state.name}`));
  });
  byId("file").addEventListener("change", (event) => { location.hash = linkTo(Number(event.target.value), 1); });
  byId("search").addEventListener("input", (event) => search(event.target.value));
  byId("search").addEventListener("keydown", (event) => { if (event.key === "Enter") stepMatch(event.shiftKey ? -1 : 1); });
  byId("next-match").addEventListener("click", () => stepMatch(1));
  byId("previous-match").addEventListener("click", () => stepMatch(-1));
  byId("next-access").addEventListener("click", () => step(1));
  byId("previous-access").addEventListener("click", () => step(-1));
  document.addEventListener("keydown", (event) => {
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) && event.target.type !== "checkbox";
    if (byId("source").hidden || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "Escape" && !byId("detail").hidden) closePanel();
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", follow);
}

async function start() {
  if (typeof DecompressionStream === "undefined") {
    byId("view").prepend(make("p", { role: "alert" }, "This browser is too old for the page: it cannot decompress. 'sane report --format text' prints the same as text."));
    return;
  }
  report = await unpack("index");
  setUp();
  drawOverview();
  fillTables();
  await follow();
  document.documentElement.dataset.ready = "yes";
}

start();
