/** Hands bytes to the browser's downloads under a name. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the download reads from it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
