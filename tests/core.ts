/** The tests of what no change may break, by project; files of all other projects belong to it whole. */
export const CORE = {
  /** Who may what. */
  policies: namesIn("policies", ["on-pglite"]),
  /** The same where a backend runs for it. How one starts, stops and ends is not of every day. */
  embedded: namesIn("embedded", [
    ...["access", "ended-sessions", "factor-codes", "factors", "password-rule", "session-tokens"],
    "sign-in-limits",
  ]),
  /** Nothing that a person made is lost or sent twice. */
  e2e: namesIn("e2e", ["browser-kills", "sync-*", "voice-offline"]),
};

function namesIn(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `tests/${folder}/${name}.test.ts`);
}
