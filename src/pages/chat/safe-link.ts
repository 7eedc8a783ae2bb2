const SAFE: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The address of a link in an answer; empty where it is of a kind that an answer may not lead to. */
export function safeLink(address: string): string {
  try {
    return SAFE.has(new URL(address).protocol) ? address : "";
  } catch {
    // Relative: an answer knows nothing of this app's own addresses.
    return "";
  }
}
