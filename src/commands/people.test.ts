import { afterEach, beforeEach, expect, it } from "vitest";
import {
  createAdministrationServer,
  NEW_PERSON,
  REFUSED,
} from "#tests/support/administration-server.ts";
import { COMPANY, personRow } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { readPeople, replacePeople } from "../mirror/person/lists/people.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import type { AdministrationCommand } from "./command-result.ts";
import { changePerson, createPerson, setRole } from "./people.ts";

const KIM = personRow();
const NOW = Date.parse("2026-02-01T00:00:00Z");
const LEE = {
  full_name: "Lee",
  role: "admin" as const,
  company_id: COMPANY,
  can_use_snap_agent: true,
  can_use_voice_agent: false,
  can_use_label_agent: true,
};

let db: PersonDatabase;
let server: ReturnType<typeof createAdministrationServer>;
let command: AdministrationCommand;

beforeEach(async () => {
  db = new PersonDatabase(crypto.randomUUID());
  server = createAdministrationServer();
  command = server.command(db, () => NOW);
  server.people.set(KIM.id, KIM);
  await pulled(NOW - 50);
});
afterEach(() => db.delete());

const pulled = (askedAt: number) => replacePeople(db, COMPANY, { rows: [KIM], askedAt, now: NOW });
const shown = () => readPeople(db, COMPANY);
const create = () =>
  createPerson(command, { ...LEE, email: "Lee@demo.example", password: "secret" });

it("a role and a status that are set at the same time are both kept", async () => {
  const opens = ["setRole", "changePerson"].map(server.hold);
  const role = setRole(command, KIM, "admin");
  const status = changePerson(command, KIM, { status: "suspended" });
  for (const open of opens) open();
  await Promise.all([role, status]);
  expect(await shown()).toMatchObject([{ ...KIM, role: "admin", status: "suspended" }]);
});

it("a new person is shown, even after the answer to a pull that was sent before", async () => {
  expect(await create()).toEqual({ kind: "done" });
  await pulled(NOW - 1);
  expect(await shown()).toMatchObject([
    { ...LEE, id: NEW_PERSON, email: "lee@demo.example" },
    { id: KIM.id },
  ]);
});

it.each([
  ["the server's message", REFUSED, "Refused."],
  [
    "its own message when the server did not answer",
    unreachable(),
    "An error occurred while creating the user",
  ],
])("a person who could not be created is reported with %s", async (_, outcome, message) => {
  server.fail.set("createUser", outcome);
  expect(await create()).toEqual({ kind: "failed", message });
  expect(await shown()).toMatchObject([KIM]);
});
