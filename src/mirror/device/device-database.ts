import type { ItemReason } from "@contracts/item-state.ts";
import type { NewEarlyAccessRequest } from "@contracts/new-early-access-request.ts";
import type { EntityTable } from "dexie";
import { GuardedDatabase } from "../guarded-database.ts";

interface DeviceValue {
  key: string;
  value: string;
}

/** A visitor's request for early access, stored until the server has it. Times are epoch ms. */
export interface KeptRequest {
  /** The id of the lead. */
  id: string;
  lead: NewEarlyAccessRequest;
  /** `refused`: the server does not accept it, and its visitor must act. */
  state: "waiting" | "refused";
  /** Failed attempts so far. */
  attempts: number;
  /** When the next attempt may start, 0 = now; null when it is refused. */
  due: number | null;
  reason: ItemReason | null;
  /** Whether the visitor has seen the refusal. */
  told: boolean;
}

/**
 * A person who was signed in on this device, with their last known data. Kept as long as their
 * database, even after their account was deleted.
 */
export interface SeenPerson {
  id: string;
  /** In lower case; null when unknown. */
  email: string | null;
  companyId: string | null;
  /** Epoch ms; null when it was before the app noted this. */
  lastSeen: number | null;
  /**
   * The id of the person's later account, once the server has said that this account is deleted for
   * good; null until then.
   */
  successorId: string | null;
}

/**
 * Data of the device, not of one person: the session, the signed-in person, the people before, the
 * address of the backend, and the visitors' requests. New versions only add.
 */
class DeviceDatabase extends GuardedDatabase {
  readonly values!: EntityTable<DeviceValue, "key">;
  readonly leads!: EntityTable<KeptRequest, "id">;
  readonly people!: EntityTable<SeenPerson, "id">;

  constructor() {
    super("field-agents-device", "moves");
    this.version(1).stores({ values: "key" });
    this.version(2).stores({ leads: "id, due" });
    // Earlier versions of the app noted in `moves` which work they moved to another account. What they
    // left unmoved is exported from where it is, and what they had copied is sent from there.
    this.version(3)
      .stores({ people: "id, successorId", moves: "from" })
      .upgrade(async (transaction) => {
        const stored: DeviceValue | undefined = await transaction.table("values").get("identity");
        const person = stored === undefined ? null : seenPerson(stored.value);
        if (person !== null) await transaction.table("people").put(person);
      });
  }
}

/** The person in a stored identity, for the first row of the table of seen people. */
function seenPerson(identity: string): SeenPerson | null {
  try {
    const { id, email, companyId } = JSON.parse(identity) as Record<string, unknown>;
    if (typeof id !== "string") return null;
    return {
      ...unknownPerson(id),
      email: typeof email === "string" && email !== "" ? email.toLowerCase() : null,
      companyId: typeof companyId === "string" ? companyId : null,
    };
  } catch {
    return null;
  }
}

export function unknownPerson(id: string): SeenPerson {
  return { id, email: null, companyId: null, lastSeen: null, successorId: null };
}

export const deviceDatabase = new DeviceDatabase();

/**
 * Strings stored on this device, shared by every tab and the service worker. (localStorage is not
 * possible: a worker cannot read it, and the worker uses the same session as the tabs.)
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

/** The device's strings by key. */
export type DeviceValues = Map<string, string>;

/**
 * Changes strings of the device in one transaction: all changes are written or none, even when the
 * app is killed meanwhile, and no other writer comes between.
 * @param change gets the stored strings and changes them synchronously
 * @returns what `change` returned
 */
export async function changeValues<T>(change: (values: DeviceValues) => T): Promise<T> {
  const { values } = deviceDatabase;
  // Not an async function, so that no other code can run inside the transaction.
  return deviceDatabase.transaction("rw", values, () =>
    values.toArray().then((rows) => {
      const before = new Map(rows.map(({ key, value }) => [key, value]));
      const after = new Map(before);
      const result = change(after);
      const changed = [...after].filter(([key, value]) => before.get(key) !== value);
      const removed = [...before.keys()].filter((key) => !after.has(key));
      return values
        .bulkPut(changed.map(([key, value]) => ({ key, value })))
        .then(() => values.bulkDelete(removed))
        .then(() => result);
    }),
  );
}
