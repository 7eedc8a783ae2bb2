const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** A sentence of a text, with the spaces after it, and where it begins. */
interface SentenceIn {
  segment: string;
  index: number;
}

/** Abbreviations that something always follows: "réf. TH-4102", "Art.-Nr. 30-4471". */
const LEADING = "r[eé]f|art|nr|(?<=\\p{L} )no|n[uú]m|n\\.?º|fig|abb|tab|kap|p(?:ar|os|ág)?";
/** Others: a sentence goes on after them if no other one can begin there. "Min." is one only before a figure. */
const OTHERS =
  "W\\.C|(?<=\\d )(?:in|ft)|m[aá]x|(?<!\\d ?)m[ií]n|env|approx|aprox|ca|bzw|ggf|in[ck]l|mind|temp|suppl|disj|z\\. ?B|d\\. ?h|p\\. ?e[xj]";
const ENDS_SHORT = new RegExp(`(?<![\\p{L}\\p{N}])(?:${LEADING}|${OTHERS})\\.[*_]*\\s*$`, "iu");
/** Also at the beginning of a bracket: "d3 (Max. Abtaudauer)". */
const ENDS_LEADING = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${LEADING})|\\((?:${OTHERS}))\\.[*_]*\\s*$`,
  "iu",
);
/** "0.4 in. W.C." */
const WATER_COLUMN = /^W\.? ?C\b/;
const GOES_ON = /^[|\s]*[*_(„"«]*[\d\p{Ll}±<>≤≥+−-]/u;
/** "8 ... 25 °C" */
const BEFORE_DOTS = /[\d%°]\S{0,2} ?(?:\.\.\.|…)\s*$/u;
const AFTER_DOTS = /^[-+−]?\d/u;
/** After "… prüfen [2]. 40 kPa ist zu wenig" without the citation, or after a long word. */
const BEFORE_NUMBER = /(?<=(?:[ ]{3,}|\p{Ll}{5})[.!?]) +(?=\d)/gu;

/** The sentences of a line. An abbreviation does not end one, and a figure may begin one. */
export function sentencesIn(line: string): SentenceIn[] {
  const found: SentenceIn[] = [];
  for (const { segment, index } of segmenter.segment(line)) {
    const last = found.at(-1);
    const isSame =
      last !== undefined &&
      (ENDS_LEADING.test(last.segment) ||
        WATER_COLUMN.test(segment) ||
        (BEFORE_DOTS.test(last.segment) && AFTER_DOTS.test(segment)) ||
        (ENDS_SHORT.test(last.segment) && GOES_ON.test(segment)));
    if (isSame) last.segment += segment;
    else found.push({ segment, index });
  }
  return found.flatMap(beforeNumbers);
}

function beforeNumbers({ segment, index }: SentenceIn): SentenceIn[] {
  const ends = [...segment.matchAll(BEFORE_NUMBER)]
    .map((match) => match.index + match[0].length)
    .filter((end) => !ENDS_SHORT.test(segment.slice(0, end)));
  const starts = [0, ...ends];
  return starts.map((start, at) => ({
    segment: segment.slice(start, starts[at + 1] ?? segment.length),
    index: index + start,
  }));
}
