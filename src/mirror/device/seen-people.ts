import Dexie from "dexie";
import { PersonDatabase } from "../person/person-database.ts";
import { deviceDatabase, type SeenPerson, unknownPerson } from "./device-database.ts";

/** The name of a person's database; the name of the device's own database does not match. */
const DATABASE = /^field-agents-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/**
 * Notes the later account of a person whose earlier account was deleted, as the server named it.
 */
export async function noteSuccessor(goneId: string, successorId: string): Promise<void> {
  const { people } = deviceDatabase;
  await deviceDatabase.transaction("rw", people, async () => {
    const before = await people.get(goneId);
    await people.put({ ...(before ?? unknownPerson(goneId)), successorId });
  });
}

/** A person's earlier accounts that have a database on this device. */
export async function findPredecessors(personId: string): Promise<SeenPerson[]> {
  const rows = await deviceDatabase.people.where("successorId").equals(personId).toArray();
  if (rows.length === 0) return [];
  const present = new Set(await databaseOwners());
  return rows.filter(({ id }) => present.has(id));
}

/**
 * Everyone who has a database on this device; for people who were never noted, only the id is
 * known.
 */
export async function peopleOnDevice(): Promise<SeenPerson[]> {
  const ids = await databaseOwners();
  const rows = await deviceDatabase.people.bulkGet(ids);
  return ids.map((id, index) => rows[index] ?? unknownPerson(id));
}

/**
 * Opens a person's database for one piece of work, whether or not the person is signed in.
 * @returns null when the database was deleted after it was listed: opening it would create it again
 */
export async function withPersonDatabase<T>(
  personId: string,
  work: (db: PersonDatabase) => Promise<T>,
): Promise<T | null> {
  const db = new PersonDatabase(personId);
  let isGone = false;
  db.on("populate", (creation) => {
    isGone = true;
    creation.abort();
  });
  try {
    return await work(db);
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
