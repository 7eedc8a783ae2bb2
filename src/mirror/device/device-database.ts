import type { ItemReason } from "@contracts/item-state.ts";
import type { NewEarlyAccessRequest } from "@contracts/new-early-access-request.ts";
import type { EntityTable } from "dexie";
import { GuardedDatabase } from "../guarded-database.ts";

interface DeviceValue {
  key: string;
  value: string;
}

/** A visitor's request for early access, kept until the server has it. Times are epoch ms. */
export interface KeptRequest {
  /** The lead's own. */
  id: string;
  lead: NewEarlyAccessRequest;
  /** `refused`: the server won't take it as it is, and its visitor must look. */
  state: "waiting" | "refused";
  /** Attempts that failed so far. */
  attempts: number;
  /** When the next attempt may start, 0 = now; null when it is refused. */
  due: number | null;
  reason: ItemReason | null;
  /** The visitor has been told that it was refused. */
  told: boolean;
}

/**
 * Somebody who was signed in on this device, as last seen there. Kept while their database is, also
 * once their account is gone.
 */
export interface SeenPerson {
  id: string;
  /** In lower case; null when it is not known. */
  email: string | null;
  companyId: string | null;
  /** Epoch ms; null when that was before this was noted. */
  lastSeen: number | null;
  /**
   * The account of the same person that came after this one, once the server has said that this one is
   * gone for good; null until then.
   */
  successorId: string | null;
}

/** What waits under one account is being moved to another's database. */
export interface Move {
  from: string;
  to: string;
}

/**
 * What belongs to the device and not to one person: the session, who holds it, who did before,
 * where the backend is, and what visitors sent. Versions only add.
 */
class DeviceDatabase extends GuardedDatabase {
  readonly values!: EntityTable<DeviceValue, "key">;
  readonly leads!: EntityTable<KeptRequest, "id">;
  readonly people!: EntityTable<SeenPerson, "id">;
  readonly moves!: EntityTable<Move, "from">;

  constructor() {
    // Strict: a power cut after "Saved on this device" must not take a request along.
    super("field-agents-device", { chromeTransactionDurability: "strict" });
    this.version(1).stores({ values: "key" });
    this.version(2).stores({ leads: "id, due" });
    this.version(3)
      .stores({ people: "id, successorId", moves: "from" })
      .upgrade(async (transaction) => {
        const stored: DeviceValue | undefined = await transaction.table("values").get("identity");
        const person = stored === undefined ? null : seenPerson(stored.value);
        if (person !== null) await transaction.table("people").put(person);
      });
  }
}

/** Who was signed in when the device began to note who is. */
function seenPerson(identity: string): SeenPerson | null {
  try {
    const { id, email, companyId } = JSON.parse(identity) as Record<string, unknown>;
    if (typeof id !== "string") return null;
    return {
      id,
      email: typeof email === "string" && email !== "" ? email.toLowerCase() : null,
      companyId: typeof companyId === "string" ? companyId : null,
      lastSeen: null,
      successorId: null,
    };
  } catch {
    return null;
  }
}

export const deviceDatabase = new DeviceDatabase();

/**
 * Strings kept on this device, shared by every tab and the service worker. (localStorage would not
 * do: a worker cannot read it, and the worker sends with the same session as the tabs.)
 */
export const deviceStore = {
  async getItem(key: string): Promise<string | null> {
    return (await deviceDatabase.values.get(key))?.value ?? null;
  },
  async setItem(key: string, value: string): Promise<void> {
    await deviceDatabase.values.put({ key, value });
  },
  async replaceItem(key: string, value: string): Promise<void> {
    await deviceDatabase.values.update(key, { value });
  },
  async removeItem(key: string): Promise<void> {
    await deviceDatabase.values.delete(key);
  },
};

/** The strings of the device, by their keys. */
export type DeviceValues = Map<string, string>;

/**
 * Changes strings of the device in one step: all of it is written or nothing, also when the app is
 * killed meanwhile, and no other writer comes between.
 * @param change is given what is stored and changes it there, at once
 * @returns what `change` returned
 */
export async function changeValues<T>(change: (values: DeviceValues) => T): Promise<T> {
  const { values } = deviceDatabase;
  // No async function: what else runs in between must not get into the transaction.
  return deviceDatabase.transaction("rw", values, () =>
    values.toArray().then((rows) => {
      const before = new Map(rows.map(({ key, value }) => [key, value]));
      const after = new Map(before);
      const result = change(after);
      const changed = [...after].filter(([key, value]) => before.get(key) !== value);
      const gone = [...before.keys()].filter((key) => !after.has(key));
      return values
        .bulkPut(changed.map(([key, value]) => ({ key, value })))
        .then(() => values.bulkDelete(gone))
        .then(() => result);
    }),
  );
}
