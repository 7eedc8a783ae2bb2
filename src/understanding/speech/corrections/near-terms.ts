import type { SpokenTerm } from "./company-vocabulary.ts";
import { emptyRows, fillFirstRow, fillNextRow } from "./phones.ts";

const rows = emptyRows();

/**
 * Calls `found` for every wanted term whose sounds are at most `most` from these, with its distance, and
 * whose weight is between two figures. Terms that begin alike are computed together: a thousand terms and every
 * run of a note's words take milliseconds.
 * @param spoken sorted by their sounds
 */
export function findNearTerms(
  spoken: readonly SpokenTerm[],
  phones: Uint8Array,
  bounds: { most: number; lightest: number; heaviest: number },
  isWanted: (term: SpokenTerm) => boolean,
  found: (term: SpokenTerm, distance: number) => void,
): void {
  const { most, lightest, heaviest } = bounds;
  const [first] = rows;
  if (first === undefined) return;
  fillFirstRow(first, phones);
  /** How many sounds this term shares with the last one that was computed. */
  let shared = 0;
  /** How many rows of that one are filled, and after how many sounds it was too far away. */
  let filled = 0;
  let tooFarAfter = Number.POSITIVE_INFINITY;
  for (const term of spoken) {
    if (term.shared < shared) shared = term.shared;
    if (shared >= tooFarAfter || term.weight < lightest || term.weight > heaviest) continue;
    if (!isWanted(term)) continue;
    const sounds = term.phones;
    tooFarAfter = Number.POSITIVE_INFINITY;
    for (filled = Math.min(shared, filled); filled < sounds.length; filled += 1) {
      const above = rows[filled];
      const row = rows[filled + 1];
      if (above === undefined || row === undefined) break;
      if (fillNextRow(row, above, sounds[filled] ?? 0, phones) > most) {
        filled += 1;
        tooFarAfter = filled;
        break;
      }
    }
    shared = Number.POSITIVE_INFINITY;
    if (tooFarAfter !== Number.POSITIVE_INFINITY) continue;
    const distance = rows[sounds.length]?.[phones.length] ?? most;
    if (distance <= most) found(term, distance);
  }
}
