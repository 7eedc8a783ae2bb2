import { plainFileName } from "@contracts/file-name.ts";

/**
 * Hands bytes to the browser's downloads under a name.
 * @param ending what the name is to end in, like `.pdf`: what decides how the file is opened goes by
 *   what is in it, whatever somebody called it
 */
export function saveFile(bytes: Blob, name: string, ending = ""): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = downloadName(name, ending);
  link.click();
  // Not at once: the download reads from it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name that a download gets: see `saveFile`. */
export function downloadName(name: string, ending: string): string {
  // Windows drops dots and blanks from the end, and with them what was put after the ending.
  const plain = plainFileName(name).replace(/(?<![. ])[. ]+$/, "");
  return plain.toLowerCase().endsWith(ending) ? plain : `${plain}${ending}`;
}
