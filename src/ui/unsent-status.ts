/** The counts of work that is on this device but not on the server. */
export interface UnsentCount {
  waiting: number;
  unfinished: number;
  recording: number;
  texts: number;
  /** Items of the person's earlier accounts. */
  earlier: number;
}

/** The sync status as text: the number of unsent items of each kind, or "Everything sent". */
export function unsentStatus(unsent: UnsentCount): string {
  const { waiting, unfinished, recording, texts, earlier } = unsent;
  const parts = [
    ...(waiting > 0 ? [`${waiting} waiting to send`] : []),
    ...(earlier > 0 ? [`${earlier} to export`] : []),
    ...(unfinished > 0 ? [count(unfinished, "unfinished recording", "unfinished recordings")] : []),
    ...(texts > 0 ? [count(texts, "unsaved text", "unsaved texts")] : []),
    ...(recording > 0 ? ["recording now"] : []),
  ];
  const words = parts.join(", ");
  return words === "" ? "Everything sent" : words.charAt(0).toUpperCase() + words.slice(1);
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
