/** Begins a word in the vocabularies of SentencePiece. */
const WORD_START = "\u2581";
/** A token of punctuation alone. */
const PUNCTUATION = /^[^\p{L}\p{N}]+$/u;
/** A byte of a character that has no token of its own. */
const BYTE = /^<0x([\dA-F]{2})>$/;

/** A word of a text, and how sure the model was of it. */
export interface HeardWord {
  text: string;
  /** The natural logarithm of the probability of its least likely token but punctuation. */
  logProbability: number;
}

/** Joins tokens to words. @param vocabulary the text of each token, by its id */
export function joinTokens(
  vocabulary: readonly string[],
  tokens: readonly number[],
  logProbabilities: readonly number[],
): HeardWord[] {
  const words: { bytes: number[]; logProbability: number }[] = [];
  const encoder = new TextEncoder();
  for (const [place, id] of tokens.entries()) {
    const piece = vocabulary[id] ?? "";
    const logProbability = logProbabilities[place] ?? 0;
    const byte = BYTE.exec(piece)?.[1];
    const begins = piece.startsWith(WORD_START);
    const text = begins ? piece.slice(1) : piece;
    const bytes = byte === undefined ? [...encoder.encode(text)] : [Number.parseInt(byte, 16)];
    const last = words.at(-1);
    if (last === undefined || begins) {
      words.push({ bytes, logProbability });
    } else {
      last.bytes.push(...bytes);
      if (byte === undefined && PUNCTUATION.test(text)) continue;
      last.logProbability = Math.min(last.logProbability, logProbability);
    }
  }
  const decoder = new TextDecoder();
  return words
    .map(({ bytes, logProbability }) => ({
      text: decoder.decode(new Uint8Array(bytes)).trim(),
      logProbability,
    }))
    .filter(({ text }) => text !== "");
}
