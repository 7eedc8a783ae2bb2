import { useObservable } from "dexie-react-hooks";
import { observe } from "./observe.ts";

/** For nothing to read. */
const NOTHING = { subscribe: () => ({ unsubscribe: () => undefined }) };

/**
 * The result of a read of the mirror, updated after changes in any tab or worker while the
 * component is mounted. Undefined until the first read is done.
 * @param read null: nothing is read, and the result is undefined
 */
export const useLive = <T>(
  read: (() => Promise<T>) | null,
  dependencies: unknown[],
): T | undefined => useObservable<T>(() => (read === null ? NOTHING : observe(read)), dependencies);
