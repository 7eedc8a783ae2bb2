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
    waiting > 0 && `${waiting} waiting to send`,
    earlier > 0 && `${earlier} to export`,
    unfinished > 0 && `${unfinished} unfinished ${unfinished === 1 ? "recording" : "recordings"}`,
    texts > 0 && `${texts} unsaved ${texts === 1 ? "text" : "texts"}`,
    recording > 0 && "recording now",
  ];
  const words = parts.filter(Boolean).join(", ");
  return words === "" ? "Everything sent" : words.charAt(0).toUpperCase() + words.slice(1);
}
