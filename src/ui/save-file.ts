import { plainFileName } from "@contracts/plain-name.ts";

/**
 * Saves bytes as a download.
 * @param ending the required ending of the name, like `.pdf`. The system opens a file by its
 * ending, so the ending must match the content, whatever name a person gave the file.
 */
export function saveFile(bytes: Blob, name: string, ending = ""): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = downloadName(name, ending);
  link.click();
  // Not at once: the browser starts to read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file name of a download, see `saveFile`. */
export function downloadName(name: string, ending: string): string {
  // Windows removes dots and spaces from the end of a name: they could hide the real ending before
  // them.
  const plain = plainFileName(name).replace(/(?<![. ])[. ]+$/, "");
  return plain.toLowerCase().endsWith(ending) ? plain : `${plain}${ending}`;
}
