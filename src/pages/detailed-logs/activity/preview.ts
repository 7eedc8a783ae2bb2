/** How many characters of a text a card shows. */
const PREVIEW_LENGTH = 200;

/** The first characters of a text, with an ellipsis if there are more. */
export function preview(text: string): { words: string; isCut: boolean } {
  // Count code points: a cut must not split an emoji.
  const characters = [...text.slice(0, 2 * PREVIEW_LENGTH + 2)];
  if (characters.length <= PREVIEW_LENGTH) return { words: text, isCut: false };
  return { words: `${characters.slice(0, PREVIEW_LENGTH).join("")}…`, isCut: true };
}
