// What tests do with the page, and what they see. Results are joined by '|' in an attribute of the document.
const seen = [];
const see = (what) => seen.push(String(what));
const visible = (id) => byId(id).getClientRects().length > 0;
const line = (number) => byId("line" + number);
const pause = () => new Promise((done) => setTimeout(done, 10));
const go = (hash) => { history.pushState(null, "", hash); follow(); };
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const type = (id, text) => { byId(id).value = text; byId(id).dispatchEvent(new Event("input")); };

async function until(holds) {
  for (let tries = 0; tries < 500; tries += 1) {
    if (holds()) return;
    await pause();
  }
  throw new Error("this never held: " + holds);
}

/** Colours of text with less contrast than WCAG 2.1 AA asks for (4.5) on the page's two backgrounds. */
function contrast() {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const [red, green, blue] = style.getPropertyValue("--" + name).trim().match(/[0-9a-f]{2}/g).map((part) => {
      const share = parseInt(part, 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const low = [];
  for (const ink of ["ink", "faint", "link", "proved", "coalesced", "hoisted", "library", "checked", "unchecked"]) {
    for (const paper of ["paper", "raised"]) {
      const [one, other] = [light(ink), light(paper)].sort((a, b) => b - a);
      if ((one + 0.05) / (other + 0.05) < 4.5) low.push(ink + " on " + paper);
    }
  }
  return low.join();
}

async function drive(steps) {
  try {
    await until(() => document.documentElement.dataset.ready === "yes");
    await steps();
  } catch (error) {
    see("failed: " + error.message + " " + error.stack);
  }
  document.documentElement.setAttribute("data-driven", seen.join("|"));
}
