/* Calculators: arithmetic as worked examples write it, read and worked out without running any of it. */
const TOKEN = /\s*(?:(\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|(\*\*|[-+*/()×÷,^−])|([KMGTPEZYk]?(?:i?B|b|bit|FLOPs?|token)\/s(?![\p{L}\p{N}_])|%)|([\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*))/uy;
const FUNCTIONS = { log2: Math.log2, log10: Math.log10, ln: Math.log, exp: Math.exp, cos: Math.cos, ceil: Math.ceil, floor: Math.floor, sqrt: Math.sqrt, min: Math.min, max: Math.max };

let units = {};
let constants = {};

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let end = 0; text.slice(end).trim(); end = TOKEN.lastIndex) {
    TOKEN.lastIndex = end;
    const match = TOKEN.exec(text);
    if (!match) throw new SyntaxError(text.slice(end));
    tokens.push(match[0].trim());
  }
  return tokens;
}

/* The value of *text* in base units; throws where it has none. */
function worth(text, names) {
  const tokens = tokensOf(text);
  let place = 0;
  const take = (...wanted) => wanted.includes(tokens[place]) ? tokens[place++] : null;
  const total = () => {
    let value = product();
    for (let sign; (sign = take("+", "-", "−")); ) value += (sign === "+" ? 1 : -1) * product();
    return value;
  };
  const product = () => {
    let value = power();
    for (let sign; (sign = take("*", "×", "/", "÷")); ) value = "*×".includes(sign) ? value * power() : value / power();
    return value;
  };
  const power = () => {
    if (take("-", "−")) return -power();
    take("+");
    let value = raised();
    while (Object.hasOwn(units, tokens[place] ?? "") && !Object.hasOwn(names, tokens[place])) value *= units[tokens[place++]];
    return value;
  };
  const raised = () => {
    const base = atom();
    if (!take("**", "^")) return base;
    return base ** (take("-", "−") ? -raised() : raised());
  };
  const atom = () => {
    const token = tokens[place++];
    if (token === undefined) throw new SyntaxError(text);
    if (/^[\d.]/.test(token)) return Number(token.replaceAll("_", ""));
    if (token === "(") return closed(total());
    if (Object.hasOwn(FUNCTIONS, token) && take("(")) {
      const values = [total()];
      while (take(",")) values.push(total());
      return closed(FUNCTIONS[token](...values));
    }
    for (const known of [names, constants, { pi: Math.PI, e: Math.E }, units]) if (Object.hasOwn(known, token)) return known[token];
    throw new SyntaxError(token);
  };
  const closed = (value) => { if (!take(")")) throw new SyntaxError(text); return value; };
  const value = total();
  if (place < tokens.length || !Number.isFinite(value)) throw new SyntaxError(text);
  return value;
}

const amount = (number, unit) => unit === "%" ? `${number}%` : `${number} ${unit}`.trim();
/* The number in the unit that the book gives it in. */
const written = (value, unit) => amount(Number((value / (units[unit] ?? 1)).toPrecision(10)), unit);
const rounded = (value, { dataset }) => amount(Number((value / Number(dataset.factor)).toPrecision(4)), dataset.unit);

/* What *input* is of the thing called *name*, if it has it: another model's number of layers. */
function constantOf(input, select, name) {
  const [group, key] = input.dataset.given.split(".");
  return group === select.dataset.group ? constants[`${name}.${key}`] : undefined;
}

/* Fills in the constants of the things that are chosen. */
function fill(form) {
  for (const select of form.querySelectorAll("select[data-group]")) {
    for (const input of form.querySelectorAll("input")) {
      const value = constantOf(input, select, select.value);
      if (value !== undefined) input.value = written(value, input.dataset.unit);
    }
  }
}

/* What is typed and what comes of it, by name; *other* gives an input another value, or undefined to leave it as it is. */
function worked(form, other = () => undefined) {
  const names = {};
  for (const input of form.querySelectorAll("input")) {
    try { names[input.dataset.name] = other(input, names) ?? worth(input.value, names); } catch { delete names[input.dataset.name]; }
  }
  for (const { dataset } of form.querySelectorAll("output")) {
    try { names[dataset.name] = worth(dataset.expression, names); } catch { delete names[dataset.name]; }
  }
  return names;
}

function reckon(form) {
  const names = worked(form);
  for (const input of form.querySelectorAll("input")) {
    if (Object.hasOwn(names, input.dataset.name)) input.removeAttribute("aria-invalid");
    else input.setAttribute("aria-invalid", true);
  }
  for (const output of form.querySelectorAll("output")) {
    const known = Object.hasOwn(names, output.dataset.name);
    output.textContent = known ? rounded(names[output.dataset.name], output) : "—";
    if (known) output.dataset.value = names[output.dataset.name]; else delete output.dataset.value;
  }
  if (form.querySelector(".more[open]")) { compare(form); plot(form); }
}

const shown = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

/* A table of what comes out for each thing that may be chosen, what is typed in the last row. */
function compare(form) {
  const select = form.querySelector("select[data-group]");
  if (!select) return;
  const outputs = [...form.querySelectorAll("output")];
  const row = (head, names) => `<tr><th scope="row">${shown(head)}</th>${outputs.map((output) =>
    `<td>${Object.hasOwn(names, output.dataset.name) ? rounded(names[output.dataset.name], output) : "—"}</td>`).join("")}</tr>`;
  const others = [...select.options].map((option) => row(option.text, worked(form, (input) => constantOf(input, select, option.value))));
  const head = outputs.map((output) => `<th scope="col">${shown(output.dataset.name)}</th>`).join("");
  form.querySelector(".more table").innerHTML =
    `<thead><tr><td></td>${head}</tr></thead><tbody>${others.join("")}</tbody><tfoot>${row(form.closest(".calculators").dataset.own, worked(form))}</tfoot>`;
}

const WIDE = 320, HIGH = 130, STEPS = 48, REACH = 3;

/* One result drawn over one input, from an eighth to eight times what is typed, the typed value marked. */
function plot(form) {
  const [over, of] = form.querySelectorAll(".axes select");
  const input = form.querySelector(`input[data-name="${CSS.escape(over.value)}"]`);
  const output = form.querySelector(`output[data-name="${CSS.escape(of.value)}"]`);
  const at = (factor) => worked(form, (each, names) => each === input ? worth(input.value, names) * factor : undefined)[of.value];
  const points = [];
  for (let step = -STEPS; step <= STEPS; step++) {
    const value = at(2 ** (step * REACH / STEPS));
    if (Number.isFinite(value)) points.push([step, value]);
  }
  const figure = form.querySelector(".more svg");
  const most = Math.max(...points.map(([, value]) => value)), least = Math.min(0, ...points.map(([, value]) => value));
  figure.toggleAttribute("hidden", !(points.length && most > least));
  if (figure.hasAttribute("hidden")) return;
  const place = ([step, value]) => `${((step / STEPS + 1) / 2 * WIDE).toFixed(1)},${(HIGH * (1 - (value - least) / (most - least))).toFixed(1)}`;
  const [x, y] = place([0, at(1)]).split(",");
  const end = (factor) => written(worked(form)[over.value] * factor, input.dataset.unit);
  figure.setAttribute("aria-label", `${of.value} (${over.value}): ${end(1 / 8)} → ${rounded(points[0][1], output)}, ${end(8)} → ${rounded(points.at(-1)[1], output)}`);
  figure.innerHTML = `<path class="axis" d="M0 0V${HIGH}H${WIDE}"/><path class="curve" d="M${points.map(place).join("L")}"/><circle cx="${x}" cy="${y}" r="4"/>
<text x="4" y="11">${rounded(most, output)}</text><text x="0" y="${HIGH + 14}">${end(1 / 8)}</text><text x="${WIDE / 2}" y="${HIGH + 14}" text-anchor="middle">${end(1)}</text><text x="${WIDE}" y="${HIGH + 14}" text-anchor="end">${end(8)}</text>`;
}

/* The table and the plot of *form*, made when they are first asked for. */
function openMore(form) {
  const more = form.querySelector(".more"), words = form.closest(".calculators").dataset;
  if (!more.querySelector(".axes")) {
    const choice = (label, fields) => `<label>${shown(label)}<select>${[...fields].map(({ dataset }) => `<option>${shown(dataset.name)}</option>`).join("")}</select></label>`;
    const table = form.querySelector("select[data-group]") ? `<div class="scroll" tabindex="0"><table></table></div>` : "";
    more.insertAdjacentHTML("beforeend", `${table}<div class="axes">${choice(words.over, form.querySelectorAll("input"))}${choice(words.of, form.querySelectorAll("output"))}</div>
<svg role="img" viewBox="-1 -6 ${WIDE + 2} ${HIGH + 24}"></svg>`);
    more.querySelector(".axes").lastElementChild.querySelector("select").selectedIndex = form.querySelectorAll("output").length - 1;
  }
  reckon(form);
}

function startCalculators() {
  const data = byId("_quantities");
  if (!data) return;
  [units, constants] = JSON.parse(data.textContent);
  for (const form of document.querySelectorAll(".calculator")) {
    fill(form);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => { if (event.target.dataset.group) fill(form); reckon(form); });
    form.querySelector(".more").addEventListener("toggle", (event) => { if (event.target.open) openMore(form); });
  }
}
