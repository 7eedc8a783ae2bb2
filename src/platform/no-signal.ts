/** The device's store has under this key until when its signal is switched off (epoch ms). */
export const NO_SIGNAL_UNTIL = "no-signal-until";

/**
 * A network that fails as without a signal while the person has switched it off, in all tabs and in the
 * worker. Only demo servers offer that.
 */
export function cuttable(
  network: typeof globalThis.fetch,
  store: { getItem(key: string): Promise<string | null> },
): typeof globalThis.fetch {
  return async (...request) => {
    const until = await store.getItem(NO_SIGNAL_UNTIL);
    if (Number(until) > Date.now()) throw new TypeError("Failed to fetch");
    return network(...request);
  };
}
