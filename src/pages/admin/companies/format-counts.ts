/** "1 person", "3 people". */
export function formatPeopleCount(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString()} people`;
}

/** "1 file", "3 files". */
export function formatFileCount(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString()} files`;
}
