import { afterEach, beforeEach } from "vitest";
import { PersonDatabase } from "#mirror/person/person-database.ts";

/** A person's empty mirror: a new one for each test of the importing file. */
export let db: PersonDatabase;

beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
});
afterEach(() => db.delete());
