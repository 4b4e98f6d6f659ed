// The lines of a file. Blocks of lines exist from the start, at their final height; their lines are made when they come into view.

const BLOCK = 100;
const reader = { number: null, file: null, chosen: null, blocks: [], shown: new Set(), matches: [], match: -1 };

const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) fillBlock(entry.target);
}, { root: byId("code"), rootMargin: "1500px 0px" });

/** The accesses of a line that the filter lets through. */
const shownIn = (line) => (reader.file.byLine.get(line) || []).filter((access) => reader.shown.has(access.state));

function lineElement(number) {
  const accesses = shownIn(number);
  const line = make("div", { class: "line", id: "line" + number }, make("span", { class: "place" }, String(number)));
  if (accesses.length === 0) {
    line.append(make("span", { class: "mark" }));
  } else {
    const counts = new Map();
    for (const access of accesses) counts.set(access.state, (counts.get(access.state) || 0) + access.times);
    const order = [...counts.keys()].sort((one, other) => other - one);
    const signs = order.map((state) => report.states[state].sign + (counts.get(state) > 1 ? counts.get(state) : ""));
    const words = order.map((state) => `${counts.get(state)} ${report.states[state].name}`);
    const worst = report.states[order[0]].name;
    line.classList.add("has-" + worst);
    line.append(make("button", { type: "button", class: "mark " + worst, "aria-label": `Line ${number}: ${words.join(", ")}`, title: words.join(", "),
      onclick: () => { location.hash = linkTo(reader.number, number); choose(number); } }, signs.join(" ")));
  }
  line.append(make("code", {}, reader.file.lines[number - 1]));
  if (number === reader.chosen) line.classList.add("chosen");
  if (reader.matches[reader.match] === number) line.classList.add("match");
  return line;
}

function fillBlock(block) {
  if (block.firstChild) return;
  const first = Number(block.dataset.first);
  const last = Math.min(first + BLOCK - 1, reader.file.lines.length);
  const lines = [];
  for (let number = first; number <= last; number += 1) lines.push(lineElement(number));
  block.replaceChildren(...lines);
}

/** Opens a file, unless it is open. */
async function openFile(number) {
  if (reader.number === number) return;
  const file = await fileOf(number);
  reader.number = number;
  reader.file = file;
  reader.chosen = null;
  byId("file").value = String(number);
  byId("source-title").textContent = report.files[number].name + (file.known ? "" : " (the file was not found)");
  search(byId("search").value, false);
  layOut();
}

/** Makes the blocks of the open file anew. */
function layOut() {
  observer.disconnect();
  const blocks = [];
  for (let first = 1; first <= reader.file.lines.length; first += BLOCK) {
    const lines = Math.min(BLOCK, reader.file.lines.length - first + 1);
    blocks.push(make("div", { class: "block", "data-first": first, style: `height: calc(${lines} * var(--line))` }));
  }
  reader.blocks = blocks;
  byId("code").replaceChildren(...blocks);
  byId("code").scrollTop = 0;
  blocks.slice(0, 2).forEach(fillBlock);
  blocks.forEach((block) => observer.observe(block));
}

/** Makes lines that exist anew, where the filter or the choice has changed. */
function refresh(numbers) {
  const all = numbers || null;
  for (const block of reader.blocks) {
    if (!block.firstChild) continue;
    if (all === null) {
      block.replaceChildren();
      fillBlock(block);
    }
  }
  for (const number of all || []) {
    const old = byId("line" + number);
    if (old) {
      const had = old.contains(document.activeElement);
      const line = lineElement(number);
      old.replaceWith(line);
      if (had) line.querySelector("button")?.focus({ preventScroll: true });
    }
  }
}

function scrollTo(number) {
  const block = reader.blocks[Math.floor((number - 1) / BLOCK)];
  if (!block) return;
  fillBlock(block);
  const code = byId("code");
  const line = byId("line" + number);
  const above = line.getBoundingClientRect().top - code.getBoundingClientRect().top;
  if (above < 0 || above > code.clientHeight - 60) code.scrollTop += above - code.clientHeight / 3;
}

/** Chooses a line: shows what is known of its accesses. */
function choose(number) {
  const before = reader.chosen;
  reader.chosen = Math.min(Math.max(number, 1), Math.max(1, reader.file.lines.length));
  // On a phone, the panel covers the lower half: the lines go to the top.
  if (matchMedia("(max-width: 48rem)").matches) byId("code").scrollIntoView({ block: "start" });
  scrollTo(reader.chosen);
  refresh([before, reader.chosen].filter((line) => line !== null));
  tell(reader.chosen);
}

/** The next line, or the one before, with an access that is shown. */
function step(direction) {
  const lines = [...reader.file.byLine.keys()].filter((line) => line > 0 && shownIn(line).length > 0).sort((one, other) => one - other);
  if (lines.length === 0) return;
  const from = reader.chosen || 0;
  const after = direction > 0 ? lines.find((line) => line > from) : lines.findLast((line) => line < from);
  const next = after ?? (direction > 0 ? lines[0] : lines[lines.length - 1]);
  history.replaceState(null, "", linkTo(reader.number, next));
  choose(next);
  byId("line" + next)?.querySelector("button")?.focus({ preventScroll: true });
}

/** Finds lines with a text, in any case. */
function search(text, moves = true) {
  const wanted = text.toLowerCase();
  const before = reader.matches[reader.match];
  reader.matches = [];
  if (wanted !== "") reader.file.lines.forEach((line, index) => { if (line.toLowerCase().includes(wanted)) reader.matches.push(index + 1); });
  reader.match = reader.matches.length > 0 ? 0 : -1;
  if (before) refresh([before]);
  showMatch(moves);
}

function stepMatch(direction) {
  if (reader.matches.length === 0) return;
  const before = reader.matches[reader.match];
  reader.match = (reader.match + direction + reader.matches.length) % reader.matches.length;
  refresh([before]);
  showMatch(true);
}

function showMatch(moves) {
  const line = reader.matches[reader.match];
  const text = byId("search").value === "" ? "" : line ? `${reader.match + 1} of ${plural(reader.matches.length, "line", "lines")}` : "no line";
  byId("matches").textContent = text;
  if (!line || !moves) return;
  scrollTo(line);
  refresh([line]);
}
