/** Stands in a text for speech that was not understood. */
export const UNCLEAR_MARK = "[unclear]";

/** A word with a probability under one half is doubtful, unless the vocabulary has replaced it. */
const DOUBTFUL = Math.log(0.5);

interface Word {
  text: string;
  logProbability: number;
  heard?: string;
}

export const isDoubtful = ({ logProbability, heard }: Word): boolean =>
  heard === undefined && logProbability < DOUBTFUL;

/**
 * The doubtful words of a transcription, and the pieces that are unclear as a whole.
 * @param pieces with no words where they are unclear; times are seconds
 * @returns each with its place among the words of the text, and where it begins in seconds
 */
export function findDoubts(
  pieces: readonly { start: number; end: number; words: readonly Word[] }[],
): { place: number; text: string; start: number }[] {
  const doubts = [];
  let place = 0;
  for (const { start, end, words } of pieces) {
    const shown = words.length > 0 ? words : [{ text: UNCLEAR_MARK, logProbability: -Infinity }];
    const length = shown.reduce((sum, { text }) => sum + text.length, 0);
    let before = 0;
    for (const word of shown) {
      if (isDoubtful(word)) {
        // An estimate, because the model gives no times of words: each letter takes the same time.
        doubts.push({ place, text: word.text, start: start + ((end - start) * before) / length });
      }
      before += word.text.length;
      // The vocabulary writes terms of several words.
      place += word.text.split(/\s+/).length;
    }
  }
  return doubts;
}
