import { expect, it } from "vitest";
import { signOutWarning } from "./sign-out-warning.ts";
import { unsentStatus } from "./unsent-status.ts";

const NOTHING = { waiting: 0, unfinished: 0, recording: 0, texts: 0, earlier: 0 };

it.each([
  [{}, "Everything sent"],
  [{ waiting: 3 }, "3 waiting to send"],
  [{ waiting: 3, earlier: 2 }, "3 waiting to send, 2 to export"],
  [{ unfinished: 1 }, "1 unfinished recording"],
  [{ recording: 1 }, "Recording now"],
  [{ waiting: 1, recording: 1 }, "1 waiting to send, recording now"],
  [{ unfinished: 1, texts: 2 }, "1 unfinished recording, 2 unsaved texts"],
])("the header words the unsent work %o as %s", (unsent, words) => {
  expect(unsentStatus({ ...NOTHING, ...unsent })).toBe(words);
});

it("the warning before a sign-out says for each kind what happens to it", () => {
  expect(signOutWarning(NOTHING)).toEqual([]);
  expect(signOutWarning({ ...NOTHING, waiting: 1, unfinished: 1, recording: 1, texts: 1 })).toEqual(
    [
      "1 item is waiting on this device. It stays here and is sent when you sign in again with the same account.",
      "1 unfinished recording stays on this device. Sign in again to send or discard it.",
      "1 unsaved text stays on this device. Sign in again to save it.",
      "A recording is in progress in another tab. What it captures stays on this device.",
    ],
  );
  expect(signOutWarning({ ...NOTHING, waiting: 2, unfinished: 3 })).toEqual([
    "2 items are waiting on this device. They stay here and are sent when you sign in again with the same account.",
    "3 unfinished recordings stay on this device. Sign in again to send or discard them.",
  ]);
});
