/**
 * What is printed to the console, in one line: of an error its message, whose first line says what
 * failed. A stack would only add the lines of libraries.
 */
export function oneLine(parts: readonly unknown[]): string {
  const words = parts.map((part) => (part instanceof Error ? part.message : String(part)));
  return words.join(" ").split("\n")[0] ?? "";
}
