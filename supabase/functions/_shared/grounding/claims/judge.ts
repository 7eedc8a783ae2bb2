import { type Code, factsOf, isSame, plainSigns, type Quantity } from "./canonical.ts";
import { type Claim, isAboutDocuments } from "./claims.ts";
import { contradicts } from "./contradiction.ts";
import { tellingTerms } from "./neutral-words.ts";
import { hasTerm, type PassageFacts, type Window } from "./passage-facts.ts";
import { rivalFigure } from "./rival-figure.ts";

/** Why a claim is not supported, in words for the model. Null: it is supported. */
export type Verdict = string | null;

/** What is known besides the claim and its passages. */
export interface Setting {
  /** All passages that the model was given. */
  given: readonly PassageFacts[];
  question: { quantities: readonly Quantity[]; codes: readonly Code[]; terms: ReadonlySet<string> };
}

/** The least part of a claim's words that a cited passage must contain. */
const LEAST_WORDS = 0.5;
/** The same for a claim whose figures or codes are the passage's. */
const LEAST_WORDS_BESIDE_FACTS = 0.35;
/** How many times a word of the question counts, if the cited passages do not have it. */
const ASKED_WEIGHT = 2;
/** A figure must stand near words of the claim: this part of the best place's, at least. */
const LEAST_NEARNESS = 0.4;

/** Judges a claim by the passages that it rests on. */
export function judge(claim: Claim, cited: readonly PassageFacts[], setting: Setting): Verdict {
  const plain = plainSigns(claim.text);
  const { quantities, codes, rest } = factsOf(plain);
  const terms = tellingTerms(rest);
  if (isAboutDocuments(claim.text)) {
    const known = setting.given;
    return wrongFigure(quantities, known, setting, true) ?? wrongCode(codes, known, setting, true);
  }
  const isWordsOnly = quantities.every(({ isLoose }) => isLoose) && codes.length === 0;
  if (isWordsOnly && terms.length < (claim.citesItself ? 1 : 2)) return null;
  if (cited.length === 0) return "it cites no passage";
  const compares = COMPARES.test(claim.text);
  return (
    wrongFigure(quantities, cited, setting, compares) ??
    wrongCode(codes, cited, setting, false) ??
    otherWords(terms, !isWordsOnly, cited, setting) ??
    addedClause(plain, cited) ??
    farAway(quantities, codes, terms, cited) ??
    rivalFigure(claim.text, cited) ??
    contradicts(plain, quantities, cited)
  );
}

const COMPARES =
  /\b(?:below|above|less|more|lower|higher|under|over|within|between|outside|beyond|exceeds?)\b/i;

/**
 * A figure that the passages do not contain. Figures of the question are allowed only where a sentence compares
 * them, as in "your 4.2 µF are below 4.5 µF".
 */
function wrongFigure(
  quantities: readonly Quantity[],
  passages: readonly PassageFacts[],
  { question }: Setting,
  allowsAsked: boolean,
): Verdict {
  const wrong = quantities.find(
    (quantity) =>
      !quantity.isLoose &&
      !passages.some((passage) => hasQuantity(passage, quantity)) &&
      !(allowsAsked && question.quantities.some((asked) => isSame(asked, quantity))),
  );
  if (wrong === undefined) return null;
  return `the figure ${wrong.value}${wrong.unit ? " with its unit" : ""} is not in the cited passage`;
}

function hasQuantity(passage: PassageFacts, quantity: Quantity): boolean {
  return passage.quantities.some((said) => {
    if (!isSame(said, quantity)) return false;
    // "Steady at 24" may be 24 V where the passage speaks of volts, and 85 is no torque where it does not.
    if (quantity.unit === null || said.unit !== null) return true;
    if (said.isLoose) return false;
    const { dimension } = quantity.unit;
    return passage.quantities.some(({ unit }) => unit?.dimension === dimension);
  });
}

/** A code that the passages do not contain. */
function wrongCode(
  codes: readonly Code[],
  passages: readonly PassageFacts[],
  setting: Setting,
  allowsAsked: boolean,
): Verdict {
  const wrong = codes.find(
    (code) =>
      !passages.some((passage) => hasCode(passage, code)) &&
      !(isAsked(code, setting) && (allowsAsked || isOfSameFile(code, passages, setting))),
  );
  return wrong === undefined ? null : `${wrong.code} is not in the cited passage`;
}

function hasCode(passage: PassageFacts, { code, family, stems }: Code): boolean {
  if (passage.codeNames.has(code)) return true;
  if (family === "*") {
    return [...passage.codeNames].some(
      (name) => name.replace(/^\p{L}{1,2}/u, "") === code.slice(1),
    );
  }
  if (family === "/") return passage.quantities.length > 0 && hasSize(passage, code);
  // A passage about the model as a whole serves for its variant, unless it tells variants apart.
  return stems.some(
    (stem) =>
      passage.codeNames.has(stem) && !passage.codes.some((other) => other.stems.includes(stem)),
  );
}

function hasSize(passage: PassageFacts, size: string): boolean {
  const [first, second] = size.split("/").map(Number);
  const has = (value: number) =>
    passage.quantities.some((said) => Math.abs(said.value - value) < 1e-6);
  if (first === undefined || second === undefined) return false;
  return has(first / second) || (has(first) && has(second));
}

function isAsked({ code }: Code, { question }: Setting): boolean {
  return question.codes.some((asked) => asked.code === code || asked.stems.includes(code));
}

/**
 * Whether a cited passage does not know this family of codes, and another passage of its file has this code: a
 * chapter on pipes need not name the boiler that its manual is about.
 */
function isOfSameFile(code: Code, cited: readonly PassageFacts[], { given }: Setting): boolean {
  return cited.some(
    (passage) =>
      !passage.codes.some(({ family }) => family === code.family) &&
      given.some((other) => other.fileId === passage.fileId && hasCode(other, code)),
  );
}

/**
 * Too few of the claim's words are in the passages. A missing word that the question has too counts more: the model
 * may claim of a cheque what the passage says of cash; if no given passage has it at all, it is enough by itself.
 */
function otherWords(
  terms: readonly string[],
  hasFacts: boolean,
  cited: readonly PassageFacts[],
  { question, given }: Setting,
): Verdict {
  const isIn = (passages: readonly PassageFacts[], term: string) =>
    passages.some((passage) => hasTerm(passage.terms, term));
  const missing = terms.filter((term) => !isIn(cited, term));
  const weightOf = (term: string) => (question.terms.has(term) ? ASKED_WEIGHT : 1);
  const sum = (some: readonly string[]) => some.reduce((all, term) => all + weightOf(term), 0);
  const unknown = missing.find((term) => question.terms.has(term) && !isIn(given, term));
  const share = sum(missing) / Math.max(1, terms.length - missing.length + sum(missing));
  // One other word beside a figure or a code that is right is a way of speaking.
  const isFew = sum(missing) < 2 && (share < 1 || hasFacts);
  const isAsked = missing.some((term) => question.terms.has(term));
  const least = hasFacts && !isAsked ? LEAST_WORDS_BESIDE_FACTS : LEAST_WORDS;
  if (unknown === undefined && (share < 1 - least || isFew)) return null;
  const named = unknown === undefined ? missing : [unknown];
  return `the cited passage does not speak of "${named.slice(0, 4).join(", ")}"`;
}

const CLAUSES =
  /[,;:()]|\b(?:and|or|but|which|otherwise|because|since|so that|after|before|if|when|until|unless|while)\b/i;
/** A clause with fewer words is too short to be judged by them. */
const FEWEST_WORDS = 2;
/** The least part of a clause's words that the passages must have. */
const LEAST_OF_CLAUSE = 0.34;

/** A clause of which the passages have nearly nothing, in a claim that is right for the rest. */
function addedClause(plain: string, cited: readonly PassageFacts[]): Verdict {
  for (const clause of plain.split(CLAUSES)) {
    const { quantities, codes, rest } = factsOf(clause);
    const terms = tellingTerms(rest);
    if (terms.length < FEWEST_WORDS || quantities.length > 0 || codes.length > 0) continue;
    const found = terms.filter((term) => cited.some((passage) => hasTerm(passage.terms, term)));
    if (found.length < terms.length * LEAST_OF_CLAUSE) {
      return `the cited passage does not say "${clause.trim()}"`;
    }
  }
  return null;
}

/** A figure or a code that stands in a passage, but in a place that is about something else. */
function farAway(
  quantities: readonly Quantity[],
  codes: readonly Code[],
  terms: readonly string[],
  cited: readonly PassageFacts[],
): Verdict {
  const firm = quantities.filter(({ isLoose }) => !isLoose);
  const marks: Mark[] = [
    ...firm.map(
      (quantity) => (window: Window) => window.quantities.some((said) => isSame(said, quantity)),
    ),
    ...codes
      .filter(({ code }) => !cited.some(({ topCodes }) => topCodes.has(code)))
      .map(
        ({ code }) =>
          (window: Window) =>
            window.codes.has(code),
      ),
  ];
  const far = marks.some((mark) => {
    const holding = cited.filter(({ windows }) => windows.some(mark));
    return (
      holding.length > 0 &&
      !holding.some((passage) => isNearWords(passage, mark, [...marks], terms))
    );
  });
  return far
    ? "a figure or a code stands in another place of the cited passage than these words"
    : null;
}

/** Whether a sentence has one of a claim's figures or codes. */
type Mark = (window: Window) => boolean;

/** How much a word counts in another sentence of the same or the next paragraph. */
const NEXT_TO = 0.7;

function isNearWords(
  { windows, topTerms }: PassageFacts,
  mark: Mark,
  marks: readonly Mark[],
  terms: readonly string[],
): boolean {
  const others: Mark[] = [
    ...terms
      .filter((term) => !topTerms.has(term))
      .map((term) => (window: Window) => hasTerm(window.terms, term)),
    ...marks.filter((other) => other !== mark),
  ];
  const scores = windows.map(() => 0);
  for (const other of others) {
    const lines = new Set<number>();
    const holding = windows.map((window) => {
      const has = other(window);
      if (has) lines.add(window.line);
      return has;
    });
    for (const [index, window] of windows.entries()) {
      scores[index] =
        (scores[index] ?? 0) +
        (holding[index] ? 1 : window.near.some((line) => lines.has(line)) ? NEXT_TO : 0);
    }
  }
  const best = Math.max(...scores);
  return windows.some(
    (window, index) => mark(window) && (scores[index] ?? 0) >= best * LEAST_NEARNESS,
  );
}
