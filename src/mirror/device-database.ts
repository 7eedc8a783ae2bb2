import Dexie, { type EntityTable } from "dexie";

interface DeviceValue {
  key: string;
  value: string;
}

/** What belongs to the device and not to one person: the session, who holds it, where the backend is. */
class DeviceDatabase extends Dexie {
  readonly values!: EntityTable<DeviceValue, "key">;

  constructor() {
    super("field-agents-device");
    this.version(1).stores({ values: "key" });
  }
}

const database = new DeviceDatabase();

/**
 * Strings kept on this device, shared by every tab and the service worker. (localStorage would not
 * do: a worker cannot read it, and the worker sends with the same session as the tabs.)
 */
export const deviceStore = {
  async getItem(key: string): Promise<string | null> {
    return (await database.values.get(key))?.value ?? null;
  },
  async setItem(key: string, value: string): Promise<void> {
    await database.values.put({ key, value });
  },
  async removeItem(key: string): Promise<void> {
    await database.values.delete(key);
  },
};
