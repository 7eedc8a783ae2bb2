import { analyse } from "chardet";
import { UnreadableDocument } from "./document-text.ts";

const BYTE_ORDER_MARKS: readonly { mark: readonly number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

/** The characters of Windows-1252 from 0x80, where Latin-1 has control characters. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
/** The characters of DOS in Western Europe (code page 850) from 0x80. */
const DOS_850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";
/** A detected encoding is less certain than this when it is hardly more than a guess. */
const LEAST_CONFIDENCE = 10;
const LATIN = /^(windows-125[0247]|iso-8859-([1249]|15))$/i;
/** A sign or a capital letter beyond ASCII within a word: its letter is one of another code page. */
const WRONG_WITHIN_WORD =
  /(?<=\p{Ll})(?!\p{ASCII}|[×¹²³])[\p{Lu}\p{Sc}\p{So}\p{Sm}\p{No}](?=\p{Ll})/gu;
/** At most this part of the letters and signs beyond ASCII may be wrong. */
const MOST_WRONG = 0.05;
const UNKNOWN_ENCODING =
  "The letters of this file can't be told apart, because its encoding is unknown. Save it as UTF-8 and try again.";
/** At most this part of the letters beyond ASCII may be damaged in a text that is UTF-8. */
const MOST_DAMAGED = 0.2;

/**
 * The text of a text file: in Unicode, or in the encoding that its bytes are most likely in.
 * @returns null when the bytes are not text
 * @throws UnreadableDocument when it is text in an encoding that can't be detected
 */
export function decodeText(bytes: Uint8Array): string | null {
  // DOS ends a text with this character.
  const end = bytes.findLastIndex((byte) => byte !== 0x1a) + 1;
  const text = decode(bytes.subarray(0, end));
  return text === null || hasControls(text) ? null : text;
}

function decode(bytes: Uint8Array): string | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.encoding ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (marked !== undefined) return null;
  }
  const letters = new TextDecoder("latin1").decode(bytes);
  if (hasControls(letters)) return null;
  return damagedUtf8(bytes) ?? dosText(letters) ?? detected(bytes, letters);
}

/** A text in UTF-8 in which a few bytes are wrong: each of them changes one letter. */
function damagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder("utf-8").decode(bytes);
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return damaged <= MOST_DAMAGED * whole ? text : null;
}

/**
 * A text of DOS: its letters beyond ASCII have low codes, where Windows has punctuation.
 * @param text its bytes as Latin-1
 * @returns null when the bytes look like another encoding
 * @throws UnreadableDocument when it is of DOS, but for other languages
 */
function dosText(text: string): string | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const asDos = count(/(?<=[a-z])[\x80-\xa5]|[\x80-\xa5](?=[a-z])/gi);
  const asWindows = count(/(?<=[a-z])[\xc0-\xff]|[\xc0-\xff](?=[a-z])/gi);
  const inPairs = count(/[\x80-\xff]{2}/g);
  if (asDos <= asWindows || inPairs > asDos) return null;
  return checkedWords(
    text.replaceAll(/[\x80-\xff]/g, (letter) => DOS_850[letter.charCodeAt(0) - 0x80] ?? letter),
  );
}

function detected(bytes: Uint8Array, latin: string): string {
  // No word of a language that is written in Latin letters has so many beside each other.
  const isLatin = !/[\x80-\xff]{4}/.test(latin);
  const [best] = analyse(bytes).filter(({ name }) => isLatin || !LATIN.test(name));
  if (best === undefined || best.confidence < LEAST_CONFIDENCE) {
    throw new UnreadableDocument(UNKNOWN_ENCODING);
  }
  const encoding = best.name.toLowerCase();
  return checkedWords(
    encoding === "windows-1252" || encoding === "iso-8859-1"
      ? decodeWindows1252(bytes)
      : new TextDecoder(encoding).decode(bytes),
  );
}

/** @throws UnreadableDocument when the words have letters of another encoding */
function checkedWords(text: string): string {
  const wrong = text.match(WRONG_WITHIN_WORD)?.length ?? 0;
  const all = text.match(/\P{ASCII}/gu)?.length ?? 0;
  if (wrong > MOST_WRONG * all) throw new UnreadableDocument(UNKNOWN_ENCODING);
  return text;
}

/** Decoded by hand, because Node's decoder for Windows-1252 decodes Latin-1. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.replaceAll(
    /[\u0080-\u009f]/g,
    (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter,
  );
}

/** Text files may contain tabs, line ends, form feeds and, in logs, escapes. */
function hasControls(text: string): boolean {
  const controls = text.match(/\p{Cc}/gu) ?? [];
  return controls.some((control) => control < " " && !"\t\n\f\r\u001b".includes(control));
}
