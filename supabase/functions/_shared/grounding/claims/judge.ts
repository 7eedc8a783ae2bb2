import { type Claim, isAboutDocuments } from "./claims.ts";
import { denied } from "./denial.ts";
import { factsOf } from "./facts.ts";
import { wrongName } from "./names.ts";
import { opposite } from "./opposite.ts";
import { otherVariant } from "./other-variant.ts";
import { addedClause, otherSource, otherWords } from "./overlap.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { plainSigns } from "./plain-signs.ts";
import { rival } from "./rival.ts";
import type { Setting, Verdict } from "./setting.ts";
import { TO_PERSON } from "./vocabulary.ts";
import { tellingWords } from "./words.ts";
import { wrongCode } from "./wrong-code.ts";
import {
  wrongCount,
  wrongCurrent,
  wrongFigure,
  wrongNumberWord,
  wrongRate,
} from "./wrong-figure.ts";

/**
 * Judges a claim by the passages that it rests on. If one of these is in another language than the answer, only the
 * claim's figures, units, codes and names are compared: its words cannot be, so that a wrong statement without any of
 * these is not found there.
 */
export function judge(claim: Claim, cited: readonly PassageFacts[], setting: Setting): Verdict {
  const plain = withoutTalk(plainSigns(claim.text));
  const { quantities, codes, rest } = factsOf(plain);
  const terms = tellingWords(rest);
  if (isAboutDocuments(plain)) {
    const known = setting.given;
    return (
      wrongFigure(plain, quantities, known, setting, true) ?? wrongCode(codes, known, setting, true)
    );
  }
  const isWordsOnly = quantities.every(({ isLoose }) => isLoose) && codes.length === 0;
  if (isWordsOnly && (terms.length === 0 || isRemark(claim, terms))) return null;
  if (cited.length === 0) return "it cites no passage";
  // "At 11 m/s:" repeats the question.
  const refuses = REFUSES.test(plain);
  const compares = claim.isLead || refuses || FOR_CASE.test(plain) || COMPARES.test(plain);
  const asked = setting.question.quantities;
  const isTranslated = cited.some(({ language }) => language !== setting.language);
  const wrongFact =
    wrongFigure(plain, quantities, cited, setting, compares) ??
    wrongCode(codes, cited, setting, refuses) ??
    wrongName(plain, cited, setting.question.terms, isTranslated) ??
    wrongNumberWord(plain, quantities, cited);
  if (wrongFact !== null || claim.isLead) return wrongFact;
  const wrongUse =
    wrongRate(quantities, cited) ??
    wrongCurrent(quantities, cited) ??
    (isTranslated ? otherVariant(plain, { quantities, codes, terms: [] }, cited, setting) : null);
  if (wrongUse !== null || isTranslated) return wrongUse;
  const facts = quantities.filter(({ isLoose }) => !isLoose).length + codes.length;
  const dimensions = quantities.flatMap(({ unit }) => unit?.dimension ?? []);
  return (
    wrongCount(quantities, cited, compares ? asked : []) ??
    otherWords(terms, facts, dimensions, claim.citesItself, cited, setting) ??
    otherSource(terms, cited, setting) ??
    addedClause(plain, cited) ??
    rival(plain, cited, compares ? asked : [], asked) ??
    otherVariant(plain, { quantities, codes, terms }, cited, setting) ??
    denied(plain, cited) ??
    opposite(plain, cited)
  );
}

/** "Good luck!" */
function isRemark({ citesItself, text }: Claim, terms: readonly string[]): boolean {
  return !citesItself && terms.length === 1 && text.split(" ").length < 5;
}

/** "No, not for the DW-15." */
const REFUSES = /^(?:no\b|not\b)/i;
/** "For 40 m³ take the AF 60": the case that the question is about. */
const FOR_CASE =
  /^(?:(?:for|at|with) (?:your |the |an? )?\d|(?:\p{L}+ ){1,2}(?:at|with) \d[^:]{0,12}:)/iu;
const COMPARES =
  /\b(?:below|above|less|more|lower|higher|under|over|within|between|outside|beyond|exceeds?|range|meets?|near|close to|worse|better|(?:before|since) (?:19|20)\d\d|too|your|not\b[^,;:]{0,60}\b(?:allowed|permitted)|forbidden)\b/i;

/** The claim without the clauses that only talk to the person who asks. */
function withoutTalk(text: string): string {
  if (!TO_PERSON.test(text)) return text;
  return text
    .split(/(?<=[,;:] )/)
    .filter((clause) => /\d/.test(clause) || !TO_PERSON.test(clause))
    .join("");
}
