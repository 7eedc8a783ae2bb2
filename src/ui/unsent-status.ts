/** The counts of work that is on this device but not on the server. */
interface UnsentCount {
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

/** What happens to unsent work when the person signs out: one or two sentences for each kind. */
export function staysWords(unsent: UnsentCount): string[] {
  const { waiting, unfinished, recording, texts, earlier } = unsent;
  return [
    ...(waiting > 0
      ? [
          waiting === 1
            ? "1 item is waiting on this device. It stays here and is sent when you sign in again with the same account."
            : `${waiting} items are waiting on this device. They stay here and are sent when you sign in again with the same account.`,
        ]
      : []),
    ...(unfinished > 0
      ? [
          unfinished === 1
            ? "1 unfinished recording stays on this device. Sign in again to send or discard it."
            : `${unfinished} unfinished recordings stay on this device. Sign in again to send or discard them.`,
        ]
      : []),
    ...(texts > 0
      ? [
          texts === 1
            ? "1 unsaved text stays on this device. Sign in again to save it."
            : `${texts} unsaved texts stay on this device. Sign in again to save them.`,
        ]
      : []),
    ...(earlier > 0
      ? [
          earlier === 1
            ? "1 note from your earlier account stays on this device. Sign in again to export it."
            : `${earlier} notes from your earlier account stay on this device. Sign in again to export them.`,
        ]
      : []),
    ...(recording > 0
      ? ["A recording is in progress in another tab. What it captures stays on this device."]
      : []),
  ];
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
