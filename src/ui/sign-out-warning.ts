import type { UnsentCount } from "./unsent-status.ts";

/** The warning before a sign-out: one or two sentences about each kind of unsent work. */
export function signOutWarning(unsent: UnsentCount): string[] {
  const { waiting, unfinished, recording, texts, earlier } = unsent;
  const sentences: readonly (readonly [count: number, one: string, many: string])[] = [
    [
      waiting,
      "1 item is waiting on this device. It stays here and is sent when you sign in again with the same account.",
      `${waiting} items are waiting on this device. They stay here and are sent when you sign in again with the same account.`,
    ],
    [
      unfinished,
      "1 unfinished recording stays on this device. Sign in again to send or discard it.",
      `${unfinished} unfinished recordings stay on this device. Sign in again to send or discard them.`,
    ],
    [
      texts,
      "1 unsaved text stays on this device. Sign in again to save it.",
      `${texts} unsaved texts stay on this device. Sign in again to save them.`,
    ],
    [
      earlier,
      "1 note from your earlier account stays on this device. Sign in again to export it.",
      `${earlier} notes from your earlier account stay on this device. Sign in again to export them.`,
    ],
  ];
  return [
    ...sentences
      .filter(([count]) => count > 0)
      .map(([count, one, many]) => (count === 1 ? one : many)),
    ...(recording > 0
      ? ["A recording is in progress in another tab. What it captures stays on this device."]
      : []),
  ];
}
