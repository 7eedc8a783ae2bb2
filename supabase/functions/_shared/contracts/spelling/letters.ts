/**
 * The letters of the alphabets whose words can be compared letter by letter (Latin, Greek,
 * Cyrillic), for a regular expression that ignores case. `private.written_words` of the database
 * has the same ones.
 */
export const LETTERS =
  "a-z\\u00df-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u04ff\\u1e00-\\u1eff";

/** Longer words are left out, so that comparing words takes little time. */
export const LONGEST_WORD = 32;
