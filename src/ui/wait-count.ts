/** The sync status in words: how many items wait to be sent. */
export function waitCount(count: number): string {
  return count === 0 ? "Everything sent" : `${count} waiting to send`;
}
