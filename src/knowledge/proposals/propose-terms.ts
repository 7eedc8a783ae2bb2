/** A word of a company's documents that may be one of its trade. */
export interface ProposedTerm {
  term: string;
  /** How many documents hold it, and how often it is there altogether. */
  files: number;
  count: number;
}

interface Seen {
  files: Set<string>;
  count: number;
}

/** Letters and digits together, with the separators of codes: "HX-200", "HP-240/B", "E-47". */
const CODE =
  /(?<![\p{L}\p{N}])(?=[-/.\p{L}]*\d)(?=[-/.\d]*\p{Lu})\p{L}{0,5}[-/]?\d[\p{L}\p{N}]*(?:[-/.][\p{Lu}\p{N}]+)*(?![\p{L}\p{N}])/gu;
/** A figure and its unit: "240V", "10kW". */
const MEASURE = /^\d+(?:[./-]\d+)?\p{L}{1,4}$/u;
/** Longest code that people say, in characters: longer ones are serial numbers. */
const CODE_LIMIT = 14;

/** Ends of sentences; a table's cells and a list's points begin as sentences do. */
const SENTENCE_ENDS = /[.!?:;|•\n]+/u;
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
/** In a heading, most words are capitalised. */
const HEADING_SHARE = 0.5;
/** A word that is also written in lower case, more often than one time in this many, is ordinary. */
const LOWER_CASE = 8;
/** A name that is there only once is as often a mistake of reading a file as a name. */
const LEAST_NAMES = 2;

const DATES = new Set(
  `january february march april may june july august september october november december monday
tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
);

/**
 * Finds codes and names in documents, which are read passage by passage. A name is capitalised in the
 * middle of sentences, and hardly ever written in lower case: that needs no list of words, which would
 * be of one language, and would hold "carrier" and "trane".
 */
export class TermProposer {
  readonly #codes = new Map<string, Seen>();
  readonly #names = new Map<string, Seen>();
  /** How often each word is written in lower case. */
  readonly #lowerCase = new Map<string, number>();

  add(fileId: string, text: string): void {
    for (const [code] of text.matchAll(CODE)) {
      if (code.length <= CODE_LIMIT && !MEASURE.test(code)) note(this.#codes, code, fileId);
    }
    for (const sentence of text.split(SENTENCE_ENDS)) this.#addSentence(fileId, sentence);
  }

  /**
   * The best proposals first: what is in many documents, then what is there often.
   * @param known terms that are in the vocabulary, or were dismissed
   */
  proposals(known: readonly string[]): ProposedTerm[] {
    const out = new Set(known.map((term) => term.toLowerCase()));
    const names = [...this.#names].filter(([name, { count }]) => {
      const isOrdinary = (word: string) =>
        DATES.has(word) || (this.#lowerCase.get(word) ?? 0) * LOWER_CASE > count;
      return count >= LEAST_NAMES && !name.toLowerCase().split(" ").some(isOrdinary);
    });
    return [...this.#codes, ...names]
      .filter(([term]) => !out.has(term.toLowerCase()))
      .map(([term, { files, count }]) => ({ term, files: files.size, count }))
      .sort((a, b) => b.files - a.files || b.count - a.count || (a.term < b.term ? -1 : 1));
  }

  #addSentence(fileId: string, sentence: string): void {
    const words = [...sentence.matchAll(WORD)];
    const ordinary = words.filter(([word]) => !isCapitalised(word));
    for (const [word] of ordinary) {
      const lower = word.toLowerCase();
      this.#lowerCase.set(lower, (this.#lowerCase.get(lower) ?? 0) + 1);
    }
    if (words.length < 4 || ordinary.length < words.length * (1 - HEADING_SHARE)) return;
    let name: string[] = [];
    let end = 0;
    const finish = () => {
      if (name.length > 0) note(this.#names, name.join(" "), fileId);
      name = [];
    };
    for (const [place, match] of words.entries()) {
      const [word] = match;
      if (sentence.slice(end, match.index) !== " ") finish();
      // The first word of a sentence is always capitalised; the parts of codes are no names.
      const isPartOfCode = /[\d-]/.test(
        sentence.charAt(match.index - 1) + sentence.charAt(match.index + word.length),
      );
      if (place > 0 && isCapitalised(word) && word.length > 2 && !isPartOfCode && name.length < 3)
        name.push(word);
      else finish();
      end = match.index + word.length;
    }
    finish();
  }
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

function note(all: Map<string, Seen>, term: string, fileId: string): void {
  const seen = all.get(term) ?? { files: new Set(), count: 0 };
  seen.files.add(fileId);
  seen.count += 1;
  all.set(term, seen);
}
