/**
 * What would have a name shown or stored as another: control characters, those that turn the
 * direction of writing, line separators, and the separators of paths. The database refuses them too.
 */
const DECEPTIVE = /[\p{Cc}/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A file's name without what is deceptive in it; "file" when nothing else is left. */
export function plainFileName(name: string): string {
  return name.replaceAll(DECEPTIVE, "").trim() || "file";
}
