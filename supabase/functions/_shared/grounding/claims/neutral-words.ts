import { termsOf } from "../terms.ts";

/** Stems of words that claim nothing by themselves, besides the stop words. */
export const NEUTRAL: ReadonlySet<string> = termsOf(
  `need needs require requires required requirement mean means stand stands indicate indicates show shows point points
   expect ensure sure necessary according accordingly document documents manual manuals passage passages section table
   page value values figure figures first then next finally step steps follow following yes note always means
   therefore thus otherwise least want come comes go goes put puts take takes give gives given keep keeps happen
   happens try unit model type make makes made let lets sit sits read reads reading under above below within between
   beyond exceed exceeds roughly about approximately still already simply higher lower longer shorter wider bigger smaller wrong right correct problem problems reason answer`,
);

/** The terms of a text that claim something. */
export function tellingTerms(text: string): string[] {
  return [...termsOf(text)].filter((term) => !NEUTRAL.has(term));
}
