"use strict";
// The data of the page, and how elements are made. Texts of programs are set as text, never parsed.

const byId = (id) => document.getElementById(id);

/** An element with properties and children; strings become text. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The JSON of a piece: base64, zlib. */
async function unpack(id) {
  const text = atob(byId(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

let report = null;
const opened = new Map();

/** A file: lines, and the accesses of each line. */
async function fileOf(number) {
  if (!opened.has(number)) {
    const data = await unpack("file" + number);
    const byLine = new Map();
    for (const [line, column, state, says, why, times, executed] of data.accesses) {
      if (!byLine.has(line)) byLine.set(line, []);
      byLine.get(line).push({
        column, state, times, executed,
        says: data.texts[says], why: why.map((text) => data.texts[text]),
      });
    }
    const known = data.text !== null;
    const lines = known ? data.text.replace(/\r/g, "").split("\n") : [];
    if (lines.length > 0 && lines[lines.length - 1] === "") lines.pop();
    // A source that was not found still has its lines with accesses.
    for (const line of byLine.keys()) while (lines.length < line) lines.push("");
    opened.set(number, { known, lines, byLine });
  }
  return opened.get(number);
}

const plural = (number, one, many) => number.toLocaleString("en") + " " + (number === 1 ? one : many);
const percent = (part, whole) => (whole === 0 ? 0 : (100 * part) / whole).toFixed(1) + "%";

/** The address of a line in this page. */
function linkTo(file, line) {
  const name = report.files[file].name.split("/").map(encodeURIComponent).join("/");
  return "#" + name + ":" + (line || 1);
}

/** The file and line that an address names; null for a view. */
function placeOf(hash) {
  let text = hash.replace(/^#/, "");
  try { text = decodeURIComponent(text); } catch { return null; }
  const parts = /^(.*):(\d+)$/s.exec(text);
  if (!parts) return null;
  const file = fileNamed(parts[1]);
  return file === null ? null : { file, line: Number(parts[2]) };
}

/** The number of the file of this name, or of the only one that ends so. */
function fileNamed(name) {
  const whole = report.files.findIndex((file) => file.name === name);
  if (whole >= 0) return whole;
  const ends = [];
  report.files.forEach((file, number) => { if (file.name.endsWith("/" + name)) ends.push(number); });
  return ends.length === 1 ? ends[0] : null;
}
