/**
 * Where the session is stored. All tabs and the worker share it; otherwise they would sign each
 * other out.
 */
export interface KeyValueStore {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  /**
   * Like `setItem`, but only if the key has a value. Checks and writes in one step, so that no
   * other writer comes between.
   */
  replaceItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}
