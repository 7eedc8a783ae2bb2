/** The executable of a Chromium or Chrome that runs on this machine; rejects when there is none. */
export function findChromium(): Promise<string>;

/** The same, after installing one where there is none; rejects with one sentence when it cannot. */
export function ensureChromium(): Promise<string>;
