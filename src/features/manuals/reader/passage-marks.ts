/** A range of characters in one of several texts; `to` is exclusive. */
export interface Mark {
  item: number;
  from: number;
  to: number;
}

/** A shorter run of equal letters is a chance match and not marked. */
const SHORTEST_RUN = 16;

/**
 * Finds a passage in a page's text items, whatever its spaces, hyphens and punctuation are.
 * @param items in the order of the page; a passage may begin and end inside an item
 */
export function passageMarks(items: readonly string[], passage: string): Mark[] {
  const page = lettersOfAll(items);
  const wanted = lettersOfAll([passage]);
  const found = new Set<number>();
  const shortest = Math.min(SHORTEST_RUN, wanted.text.length);
  let last = 0;
  for (let place = 0; place < wanted.text.length; ) {
    const run = longestRun(page.text, wanted.text, place, last);
    if (run.length >= shortest && run.length > 0) {
      for (let letter = run.at; letter < run.at + run.length; letter += 1) found.add(letter);
      last = run.at + run.length;
      place += run.length;
    } else {
      place = nextWord(wanted, place);
    }
  }
  return buildMarks(page, found);
}

/** The longest run of `wanted` from `place` that occurs on the page, if possible after `after`. */
function longestRun(page: string, wanted: string, place: number, after: number) {
  let least = 0;
  let most = wanted.length - place;
  // Binary search: if a run occurs on the page, every shorter start of it occurs there too.
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (page.includes(wanted.slice(place, place + middle))) least = middle;
    else most = middle - 1;
  }
  const run = wanted.slice(place, place + least);
  const next = page.indexOf(run, after);
  return { length: least, at: next === -1 ? page.indexOf(run) : next };
}

interface Letters {
  /** Only letters and digits, in lower case. */
  text: string;
  /** The position of each of these characters in the items. */
  places: Mark[];
}

function lettersOfAll(items: readonly string[]): Letters {
  const places: Letters["places"] = [];
  let text = "";
  items.forEach((value, item) => {
    let from = 0;
    for (const character of value) {
      const to = from + character.length;
      // Splits a ligature into its letters, and turns a full-width digit into a plain one.
      const letters = character
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, "");
      for (let unit = 0; unit < letters.length; unit += 1) places.push({ item, from, to });
      text += letters;
      from = to;
    }
  });
  return { text, places };
}

/** The index where the word after `place` begins. */
function nextWord({ text, places }: Letters, place: number): number {
  let next = place + 1;
  while (next < text.length && places[next]?.from === places[next - 1]?.to) next += 1;
  return next;
}

/** Characters between two marked letters are marked too. */
function buildMarks({ places }: Letters, found: ReadonlySet<number>): Mark[] {
  const marks: Mark[] = [];
  let before: number | null = null;
  for (const letter of [...found].sort((a, b) => a - b)) {
    const place = places[letter];
    const mark = marks.at(-1);
    if (place === undefined) continue;
    if (mark?.item === place.item && before === letter - 1) mark.to = place.to;
    else marks.push({ ...place });
    before = letter;
  }
  return marks;
}
