import { beforeEach, expect, it } from "vitest";
import { NEW_PERSON, REFUSED } from "#tests/support/administration-server.ts";
import { command, db, now, server } from "#tests/support/one-administrator.ts";
import { COMPANY, personRow } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { PEOPLE } from "../mirror/person/lists/people.ts";
import { readList, replaceList } from "../mirror/person/lists/server-list.ts";
import { createPerson, resetPerson } from "./people.ts";

const KIM = personRow();
const LEE = {
  full_name: "Lee",
  role: "admin" as const,
  company_id: COMPANY,
  can_use_snap_agent: true,
  can_use_voice_agent: false,
  can_use_label_agent: true,
};

beforeEach(async () => {
  server.people.set(KIM.id, KIM);
  await pulled(now());
});

const pulled = (askedAt: number) =>
  replaceList(db, PEOPLE, { rows: [KIM], askedAt, now: now() }, COMPANY);
const shown = () => readList(db, PEOPLE, COMPANY);
const create = () =>
  createPerson(command, { ...LEE, email: "Lee@demo.example", password: "secret" });

it("a new person is shown, even after the answer to a pull that was sent before", async () => {
  const askedAt = now();
  expect(await create()).toEqual({ kind: "done" });
  await pulled(askedAt);
  expect(await shown()).toMatchObject([
    { id: KIM.id },
    { ...LEE, id: NEW_PERSON, email: "lee@demo.example" },
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

it("a reset that gets no answer may have been done, and says so", async () => {
  const ask = async () => unreachable();
  const unanswered = {
    db: { personId: "administrator" },
    backend: { functions: { resetUser: ask } },
    now: () => 0,
  } as unknown as Parameters<typeof resetPerson>[0];
  expect(await resetPerson(unanswered, personRow(), "temporary_password")).toMatchObject({
    kind: "failed",
    message: expect.stringContaining("may or may not be done"),
  });
});
