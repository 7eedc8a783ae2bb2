import { afterEach, beforeEach } from "vitest";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { createAdministrationServer } from "./administration-server.ts";

/** The administrator's mirror, their server, and the input of commands: new ones for each test of the importing file. */
export let db: PersonDatabase;
export let server: ReturnType<typeof createAdministrationServer>;
export let command: AdministrationCommand;

let time: number;
/** The device's time, which goes on with each look at it. */
export const now = () => ++time;

beforeEach(() => {
  time = 0;
  db = new PersonDatabase(crypto.randomUUID());
  server = createAdministrationServer();
  command = server.command(db, now);
});
afterEach(() => db.delete());
