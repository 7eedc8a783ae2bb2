/** Where the session is kept. Shared by every tab and the worker, or they sign each other out. */
export interface KeyValueStore {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  /** As `setItem`, but only where something is stored, in one step: no other writer comes between. */
  replaceItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}
