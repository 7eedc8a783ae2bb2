import Dexie from "dexie";
import { PersonDatabase } from "../person/person-database.ts";
import { deviceDatabase, type SeenPerson } from "./device-database.ts";

/** How the database of a person is called; the device's own is called otherwise. */
const DATABASE = /^field-agents-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Notes that the server named an account as the one that came after another, which is gone. */
export async function noteSuccessor(goneId: string, successorId: string): Promise<void> {
  const { people } = deviceDatabase;
  await deviceDatabase.transaction("rw", people, async () => {
    const before = await people.get(goneId);
    await people.put({ ...(before ?? unknownPerson(goneId)), successorId });
  });
}

/** The accounts that came before a person's own, of those that have a database here. */
export async function predecessorsOf(personId: string): Promise<SeenPerson[]> {
  const rows = await deviceDatabase.people.where("successorId").equals(personId).toArray();
  if (rows.length === 0) return [];
  const present = new Set(await databaseOwners());
  return rows.filter(({ id }) => present.has(id));
}

/** Everybody who has a database on this device; of those who were never noted, nothing but the id. */
export async function peopleOnDevice(): Promise<SeenPerson[]> {
  const ids = await databaseOwners();
  const rows = await deviceDatabase.people.bulkGet(ids);
  return ids.map((id, index) => rows[index] ?? unknownPerson(id));
}

/** Opens the database of somebody who need not be signed in, for one piece of work. */
export async function withDatabaseOf<T>(
  personId: string,
  work: (db: PersonDatabase) => Promise<T>,
): Promise<T> {
  const db = new PersonDatabase(personId);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/**
 * Reads from a person's database, whether that person is signed in or not.
 * @returns null when it was deleted since it was listed: to open it would make it anew
 */
export async function readDatabaseOf<T>(
  personId: string,
  read: (db: PersonDatabase) => Promise<T>,
): Promise<T | null> {
  const db = new PersonDatabase(personId);
  let isGone = false;
  db.on("populate", (creation) => {
    isGone = true;
    creation.abort();
  });
  try {
    return await read(db);
  } catch (error) {
    if (isGone) return null;
    throw error;
  } finally {
    db.close();
  }
}

async function databaseOwners(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames();
  return names.flatMap((name) => DATABASE.exec(name)?.[1] ?? []);
}

function unknownPerson(id: string): SeenPerson {
  return { id, email: null, companyId: null, lastSeen: null, successorId: null };
}
