/* The cards of the page, and their words folded for search. */
const CJK = "\\u2e80-\\u303f\\u3040-\\u30ff\\u3100-\\u312f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef";
const SPACE_AT_CJK = new RegExp(`(?<=[${CJK}]) | (?=[${CJK}])`, "g");

let cards = [];
let chapters = [];

/* Width and case do not matter, nor does a space next to Chinese. */
function folded(text) {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").replace(SPACE_AT_CJK, "");
}

/* The id that an address names. */
function nameIn(hash) {
  try { return decodeURIComponent(hash.slice(1)); } catch { return hash.slice(1); }
}

function readCards() {
  const links = new Map([...document.querySelectorAll(".pipeline a")].map((link) => [nameIn(link.hash), link]));
  chapters = [...document.querySelectorAll(".chapter")].map((element) => ({ element, link: links.get(element.id) }));
  cards = chapters.flatMap((chapter) =>
    [...chapter.element.querySelectorAll(".card")].map((element) => ({
      element,
      chapter,
      id: element.id,
      core: element.classList.contains("core"),
      shown: true,
      inDetail: false,
      front: null,
      detail: null,
    })));
}

/* Folds the words of a card when they are first needed. */
function read(card) {
  if (card.front !== null) return;
  const text = (selector) => card.element.querySelector(selector)?.textContent ?? "";
  card.front = folded(`${card.id}\n${text(".question")}\n${text(".short")}`);
  card.detail = folded(text(".detail > .body"));
}

/* Folds them all while nothing else is to be done. */
function readAhead(from = 0) {
  globalThis.requestIdleCallback?.((idle) => {
    let place = from;
    while (place < cards.length && idle.timeRemaining() > 1) read(cards[place++]);
    if (place < cards.length) readAhead(place);
  });
}

const partsOf = (card) => [".question", ".short", ".detail[open] > .body"]
  .map((selector) => card.element.querySelector(selector)).filter(Boolean);

function say(text) {
  byId("_said").textContent = text;
}
