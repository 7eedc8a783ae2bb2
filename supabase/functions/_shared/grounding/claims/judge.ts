import { betterPassage } from "./better-passage.ts";
import { factsOf, plainSigns } from "./canonical.ts";
import { type Claim, isAboutDocuments } from "./claims.ts";
import {
  otherRate,
  wrongCode,
  wrongCount,
  wrongFigure,
  wrongNumberWord,
  wrongRange,
  wrongRate,
} from "./containment.ts";
import { crossedParts } from "./crossed-parts.ts";
import { deniedVerb } from "./denied-verb.ts";
import { forbiddenSubject } from "./forbidden-subject.ts";
import { mixedParts } from "./mixed-parts.ts";
import { wrongName } from "./names.ts";
import { wrongNegation } from "./negation.ts";
import { otherNegations } from "./negation-count.ts";
import { oppositeWord } from "./opposites.ts";
import { wrongOrder } from "./order.ts";
import { addedClause, otherWords } from "./overlap.ts";
import { wrongPair } from "./pairs.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { farAway, wrongEntry } from "./place.ts";
import { rivalCode } from "./rival-code.ts";
import { rivalFigure } from "./rival-figure.ts";
import { rivalSubject } from "./rival-subject.ts";
import type { Setting, Verdict } from "./setting.ts";
import { swappedNeighbours } from "./swapped-neighbours.ts";
import { swappedOpposite } from "./swapped-opposite.ts";
import { swappedParts } from "./swapped-parts.ts";
import { wrongColumn } from "./tables.ts";
import { TO_PERSON } from "./vocabulary.ts";
import { tellingWords } from "./words.ts";
import { wrongAlternative } from "./wrong-alternative.ts";
import { wrongCell } from "./wrong-cell.ts";
import { wrongLimit } from "./wrong-limit.ts";

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
  const compares = COMPARES.test(plain);
  const wrongFact =
    wrongFigure(plain, quantities, cited, setting, compares) ??
    wrongCode(codes, cited, setting, false) ??
    wrongName(plain, cited, setting.question.terms) ??
    wrongNumberWord(plain, quantities, cited);
  if (wrongFact !== null || claim.isLead) return wrongFact;
  if (cited.some(({ language }) => language !== setting.language)) {
    return wrongRange(plain, quantities, cited) ?? wrongRate(quantities, cited);
  }
  return (
    wrongCount(quantities, cited) ??
    wrongRange(plain, quantities, cited) ??
    wrongRate(quantities, cited) ??
    otherRate(plain, cited) ??
    otherWords(
      terms,
      quantities.filter(({ isLoose }) => !isLoose).length + codes.length,
      claim.citesItself,
      cited,
      setting,
    ) ??
    betterPassage(terms, quantities, codes, cited, setting) ??
    addedClause(plain, cited) ??
    farAway(quantities, codes, terms, cited) ??
    wrongEntry(codes, terms, cited) ??
    wrongColumn(
      plain,
      cited.flatMap((passage) => passage.rows),
    ) ??
    wrongPair(plain, cited) ??
    wrongAlternative(plain, cited) ??
    mixedParts(plain, cited) ??
    rivalFigure(plain, cited) ??
    wrongLimit(plain, quantities, cited) ??
    wrongNegation(plain, cited) ??
    oppositeWord(plain, cited) ??
    swappedOpposite(plain, cited) ??
    wrongOrder(plain, cited) ??
    swappedNeighbours(plain, cited) ??
    swappedParts(plain, cited) ??
    rivalCode(codes, terms, cited) ??
    deniedVerb(plain, terms, cited) ??
    forbiddenSubject(plain, cited) ??
    otherNegations(plain, terms, cited) ??
    rivalSubject(plain, cited) ??
    crossedParts(plain, cited) ??
    wrongCell(plain, cited)
  );
}

/** "Good luck!" */
function isRemark({ citesItself, text }: Claim, terms: readonly string[]): boolean {
  return !citesItself && terms.length === 1 && text.split(" ").length < 5;
}

const COMPARES =
  /\b(?:below|above|less|more|lower|higher|under|over|within|between|outside|beyond|exceeds?)\b/i;

/** The claim without the clauses that only talk to the person who asks. */
function withoutTalk(text: string): string {
  if (!TO_PERSON.test(text)) return text;
  return text
    .split(/(?<=[,;:] )/)
    .filter((clause) => /\d/.test(clause) || !TO_PERSON.test(clause))
    .join("");
}
