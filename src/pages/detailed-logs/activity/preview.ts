/** Characters of a text that a card shows. */
const PREVIEW_LENGTH = 200;

/** The beginning of a text, with an ellipsis where more follows. */
export function preview(text: string): { words: string; isCut: boolean } {
  // By code points: half an emoji is no character.
  const characters = [...text.slice(0, 2 * PREVIEW_LENGTH + 2)];
  if (characters.length <= PREVIEW_LENGTH) return { words: text, isCut: false };
  return { words: `${characters.slice(0, PREVIEW_LENGTH).join("")}…`, isCut: true };
}
