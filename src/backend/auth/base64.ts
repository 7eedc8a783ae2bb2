/** Bytes that are made into letters at once; a call takes only so many arguments. */
const PART = 0x8000;

/** Bytes in base64, padded. */
export function encodeBase64(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  let letters = "";
  for (let start = 0; start < all.length; start += PART) {
    letters += String.fromCharCode(...all.subarray(start, start + PART));
  }
  return btoa(letters);
}
