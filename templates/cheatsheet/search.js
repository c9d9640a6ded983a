/* Search and filters: which cards are shown. A keystroke only sets `hidden` where it changes. */
const MOST_MARKS = 400;

let words = [];
let onFiltered = () => {};
let painting = 0;

const filters = () => ({
  words: byId("_query").value.split(/\s+/).map(folded).filter(Boolean),
  chapter: byId("_chapter").value,
  route: routeCards(),
  core: byId("_core")?.checked ?? false,
});

/* The ids of the chosen reading path's cards in its order, or null. */
function routeCards() {
  const option = byId("_route")?.selectedOptions[0];
  return option?.value ? option.dataset.cards.split(" ") : null;
}

function applyFilters() {
  const { words: wanted, chapter, route, core } = filters();
  const onRoute = route && new Set(route);
  const counts = new Map(chapters.map((each) => [each, 0]));
  let count = 0;
  words = wanted;
  for (const card of cards) {
    let shown = (!chapter || card.chapter.element.id === chapter) && (!onRoute || onRoute.has(card.id)) && (!core || card.core);
    let inDetail = false;
    if (shown && words.length) {
      read(card);
      for (const word of words) {
        if (card.front.includes(word)) continue;
        shown = card.detail.includes(word);
        inDetail = true;
        if (!shown) break;
      }
    }
    show(card, shown, shown && inDetail);
    if (shown) { count += 1; counts.set(card.chapter, counts.get(card.chapter) + 1); }
  }
  for (const [each, shown] of counts) {
    if (each.element.hidden !== !shown) {
      each.element.hidden = !shown;
      each.link?.classList.toggle("none", !shown);
    }
  }
  tell(count, Boolean(words.length || chapter || route || core));
  paintSoon();
  onFiltered();
}

function show(card, shown, inDetail) {
  if (card.shown !== shown) {
    card.shown = shown;
    card.element.hidden = !shown;
  }
  if (card.inDetail !== inDetail) {
    card.inDetail = inDetail;
    card.element.classList.toggle("in-detail", inDetail);
    const summary = card.element.querySelector(".detail > summary");
    if (summary) summary.dataset.found = byId("_query").dataset.found;
  }
}

function tell(count, narrowed) {
  const output = byId("_count");
  const form = narrowed ? output.dataset.some : output.dataset.all;
  const text = narrowed ? form.replace("{}", count).replace("{}", cards.length) : form.replace("{}", count);
  if (output.textContent !== text) output.textContent = text;
  byId("_reset").hidden = !narrowed;
  document.querySelector(".nothing").hidden = count > 0;
}

function resetFilters() {
  byId("_query").value = "";
  byId("_chapter").value = "";
  if (byId("_route")) byId("_route").value = "";
  if (byId("_core")) byId("_core").checked = false;
  applyFilters();
}

/* Marks what was found once the reader pauses: with highlight ranges, so that no element is touched. */
function paintSoon() {
  clearTimeout(painting);
  painting = setTimeout(paint, 80);
}

function paint() {
  if (!CSS.highlights) return;
  const ranges = [];
  for (const card of words.length ? cards : []) {
    if (card.shown) for (const part of partsOf(card)) addRanges(part, ranges);
    if (ranges.length >= MOST_MARKS) break;
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

function addRanges(part, ranges) {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.toLowerCase();
    if (text.length !== node.data.length) continue;
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
}

function startSearch() {
  const form = document.querySelector(".filters");
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", applyFilters);
  byId("_reset").addEventListener("click", () => { resetFilters(); byId("_query").focus(); });
  document.addEventListener("toggle", paintSoon, true);
  readAhead();
  /* Browsers put back what was typed before a reload. */
  if (filters().words.length || filters().chapter || filters().route || filters().core) applyFilters();
}
