/* Practice: one question at a time of those that are shown, its answer hidden until asked for. */
const practice = { order: [], place: 0 };
const practising = () => "practice" in root.dataset;

/* The same seed gives the same order; 0 is the book's, or the reading path's. (mulberry32, Fisher and Yates) */
function shuffled(items, seed) {
  const result = [...items];
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}

function ordered() {
  const shown = cards.filter((card) => card.shown);
  const route = routeCards();
  const rank = route && new Map(route.map((id, place) => [id, place]));
  const sorted = rank ? shown.sort((one, other) => rank.get(one.id) - rank.get(other.id)) : shown;
  const seed = Number(byId("_seed").value) || 0;
  return seed ? shuffled(sorted, seed) : sorted;
}

function lay() {
  if (!practising()) return;
  practice.order = ordered();
  practice.place = 0;
  turn(0);
}

function turn(step) {
  const { order } = practice;
  for (const old of document.querySelectorAll(".current")) old.classList.remove("current", "revealed");
  practice.place = order.length ? (practice.place + step + order.length) % order.length : 0;
  const card = order[practice.place];
  const form = byId("_place").dataset.form;
  byId("_place").textContent = form.replace("{}", card ? practice.place + 1 : 0).replace("{}", order.length);
  for (const name of ["_previous", "_reveal", "_next"]) byId(name).disabled = !card;
  if (!card) return;
  card.element.classList.add("current");
  card.chapter.element.classList.add("current");
  byId("_reveal").setAttribute("aria-pressed", "false");
  scrollTo(0, 0);
  say(card.element.querySelector(".question").textContent);
}

function reveal() {
  const card = practice.order[practice.place];
  if (!card) return;
  const revealed = card.element.classList.toggle("revealed");
  byId("_reveal").setAttribute("aria-pressed", revealed);
  if (revealed) say(card.element.querySelector(".short").textContent);
}

function setPractice(on) {
  if (on === practising()) return;
  if (on) root.dataset.practice = "";
  else delete root.dataset.practice;
  document.querySelector(".practice").hidden = !on;
  byId("_practice").setAttribute("aria-pressed", on);
  const card = practice.order[practice.place];
  for (const old of document.querySelectorAll(".current")) old.classList.remove("current", "revealed");
  if (on) lay();
  else card?.element.scrollIntoView({ block: "center" });
}

/* Returns whether the key meant something here. */
function practiceKey(key, target) {
  if (!practising() || target.closest("input, select")) return false;
  if (key === "ArrowRight") turn(1);
  else if (key === "ArrowLeft") turn(-1);
  else if (key === "Escape") setPractice(false);
  else if ((key === " " || key === "Enter") && !target.closest("button, a, summary")) reveal();
  else return false;
  return true;
}

function startPractice() {
  byId("_practice").addEventListener("click", () => setPractice(!practising()));
  byId("_leave").addEventListener("click", () => { setPractice(false); byId("_practice").focus(); });
  byId("_previous").addEventListener("click", () => turn(-1));
  byId("_next").addEventListener("click", () => turn(1));
  byId("_reveal").addEventListener("click", reveal);
  byId("_seed").addEventListener("input", lay);
  byId("_shuffle").addEventListener("click", () => {
    byId("_seed").value = 1 + Math.floor(Math.random() * 999999);
    lay();
  });
  document.querySelector("main").addEventListener("click", (event) => {
    const card = practising() && event.target.closest(".card.current:not(.revealed)");
    if (card && !event.target.closest("a, button")) reveal();
  });
  onFiltered = lay;
}
