/** Reads a choice that was stored on this device; null: none, or the browser blocks storage. */
export function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The choices in a stored JSON text; empty when it cannot be read. */
export function readChoices(key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(readChoice(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** Stores a choice. Where storage is blocked or full, it holds until the tab is closed. */
export function storeChoice(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is in the memory of this tab.
  }
}

/** Calls `changed` when another tab stores one of these choices. @returns a function that stops it */
export function followChoices(keys: readonly string[], changed: () => void): () => void {
  const stored = ({ key }: StorageEvent) => {
    // A null key means that all storage was cleared.
    if (key === null || keys.includes(key)) changed();
  };
  window.addEventListener("storage", stored);
  return () => window.removeEventListener("storage", stored);
}
