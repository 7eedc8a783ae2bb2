import { factsOf } from "./facts.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { plainSigns } from "./plain-signs.ts";
import { serialNumbersIn, withoutSerialNumbers } from "./serial-numbers.ts";
import { isListed, SIZES } from "./wrong-code.ts";

/**
 * The code of a question that no given passage mentions although they have other codes of its family: E-27, where
 * they have E-26 alone. An answer from these passages is about something else, even if each claim is theirs. The other
 * words of a question tell nothing of this kind: people seldom use the words of a manual.
 * @param given all passages that the model was given
 * @param isAdmitted whether the answer itself says that the documents do not tell of a code
 * @returns the reason, in words for the model; null when there is no such code.
 */
export function unmentionedCode(
  question: string,
  given: readonly PassageFacts[],
  isAdmitted: (code: string) => boolean,
): string | null {
  const { codes } = factsOf(plainSigns(withoutSerialNumbers(question, serialNumbersIn(question))));
  const other = codes.find(
    ({ code, family, stems }) =>
      family !== ":" &&
      !SIZES.has(family) &&
      ![code, ...stems].some((name) => given.some((passage) => mentions(passage, name))) &&
      !given.some((passage) => isListed(passage, family, code)) &&
      given.some(({ codes: known }) =>
        known.some((each) => each.family === family || family === "*"),
      ) &&
      !isAdmitted(code),
  );
  return other === undefined ? null : `the passages do not mention ${other.code}`;
}

/** Whether a passage has a code, however it parts it: "CX 10 G" for CX10G, a cell with 203 for "fault 203". */
function mentions(passage: PassageFacts, code: string): boolean {
  // "error 5" is *05 among the codes.
  const name = code.replace(/^\*0?/, "");
  return passage.codeNames.has(code) || joinedText(passage).includes(name);
}

/** The text of a passage without what parts its words and codes; made once, because a question may name many codes. */
const joinedText = perPassage(({ text }) => text.replace(/[\s./-]+/g, ""));
