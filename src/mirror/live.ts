import { useObservable } from "dexie-react-hooks";
import { observe } from "./observe.ts";

/**
 * The result of a read of the mirror, updated after changes in any tab or worker while the
 * component is mounted. Undefined until the first read is done.
 */
export const useLive = <T>(read: () => Promise<T>, dependencies: unknown[]): T | undefined =>
  useObservable(() => observe(read), dependencies);
