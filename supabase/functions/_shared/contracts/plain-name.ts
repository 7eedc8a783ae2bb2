/**
 * Characters that would make a name appear, or be stored, as another one: control characters, those
 * that change the writing direction, line separators and path separators. The database refuses them
 * too.
 */
const DECEPTIVE = /[\p{Cc}/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A file's name without deceptive characters; "file" if nothing else is left. */
export function plainFileName(name: string): string {
  return name.replaceAll(DECEPTIVE, "").trim() || "file";
}
