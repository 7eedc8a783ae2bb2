/** Characters of one of several texts, `to` not included. */
export interface Mark {
  item: number;
  from: number;
  to: number;
}

/** Letters that must agree in a row to be taken for the passage: less is chance. */
const SHORTEST_RUN = 16;

/**
 * Where a passage stands in the texts that a page is set in. Spaces, line ends, hyphens and
 * punctuation may differ, and what stands between its parts (a header, a column, a table in another
 * order) is left out.
 * @param items in the order in which they are set; a passage may begin and end within one
 */
export function passageMarks(items: readonly string[], passage: string): Mark[] {
  const page = lettersOfAll(items);
  const wanted = lettersOf(passage);
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
      place = wanted.nextWord(place);
    }
  }
  return marksOf(page, found);
}

/** The longest beginning of `wanted` from `place` on that the page has, after `after` if it can be. */
function longestRun(page: string, wanted: string, place: number, after: number) {
  let least = 0;
  let most = wanted.length - place;
  // Whatever begins a run that is there is there as well.
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
  /** Letters and digits alone, in lower case. */
  text: string;
  /** For each of them: where it was. */
  places: { item: number; from: number; to: number }[];
}

function lettersOfAll(items: readonly string[]): Letters {
  const places: Letters["places"] = [];
  let text = "";
  items.forEach((value, item) => {
    let from = 0;
    for (const character of value) {
      const to = from + character.length;
      // A ligature is several letters, a full-width digit is a digit.
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

function lettersOf(passage: string) {
  const { text, places } = lettersOfAll([passage]);
  return {
    text,
    /** Where the word after the one at `place` begins. */
    nextWord(place: number): number {
      let next = place + 1;
      while (next < text.length && places[next]?.from === places[next - 1]?.to) next += 1;
      return next;
    },
  };
}

/** What lies between two letters that are marked is marked too. */
function marksOf({ places }: Letters, found: ReadonlySet<number>): Mark[] {
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
