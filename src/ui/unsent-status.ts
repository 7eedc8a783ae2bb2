/** How much is on this device and not on the server. */
interface UnsentCount {
  waiting: number;
  unfinished: number;
  recording: number;
  texts: number;
  /** Under accounts that the person had before. */
  earlier: number;
}

/** The sync status in words: how much is not sent, of each kind; "Everything sent" when there is nothing. */
export function unsentStatus(unsent: UnsentCount): string {
  const { unfinished, recording, texts } = unsent;
  const waiting = unsent.waiting + unsent.earlier;
  const parts = [
    ...(waiting > 0 ? [`${waiting} waiting to send`] : []),
    ...(unfinished > 0 ? [count(unfinished, "unfinished recording", "unfinished recordings")] : []),
    ...(texts > 0 ? [count(texts, "unsaved text", "unsaved texts")] : []),
    ...(recording > 0 ? ["recording now"] : []),
  ];
  const words = parts.join(", ");
  return words === "" ? "Everything sent" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What becomes of unsent work when its person signs out, a sentence or two for each kind. */
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
            ? "1 note from your earlier account stays on this device. Sign in again to send or discard it."
            : `${earlier} notes from your earlier account stay on this device. Sign in again to send or discard them.`,
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
