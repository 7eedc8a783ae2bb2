const BYTE_ORDER_MARKS: readonly { mark: readonly number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
];

/** The characters of Windows-1252 from 0x80, where Latin-1 has control characters. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/**
 * Control characters that text files may contain: tab, line ends, form feed and, in logs, escape.
 */
const ALLOWED_CONTROLS = new Set([9, 10, 12, 13, 27]);

/**
 * The text of a text file: UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252.
 * @returns null when the bytes are not text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  return text === null || hasControls(text) ? null : text;
}

function decode(bytes: Uint8Array): string | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.encoding ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return marked === undefined ? decodeWindows1252(bytes) : null;
  }
}

/** Decoded by hand, because Node's decoder for Windows-1252 decodes Latin-1. */
export function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(bytes)
    .replaceAll(
      /[\u0080-\u009f]/g,
      (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter,
    );
}

function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 32 && !ALLOWED_CONTROLS.has(code)) return true;
  }
  return false;
}
