import type { Person, PersonChange } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { readPeople, replacePeople } from "../mirror/person/lists/people.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import type { AdministrationCommand } from "./command-result.ts";
import { assignPerson, changePerson, createPerson, deletePerson, setRole } from "./people.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const KIM = "0b1f2c3d-0000-4000-8000-00000000000a";
const NEW = "0b1f2c3d-0000-4000-8000-00000000000b";
const REFUSED: Outcome<never> = { kind: "never", code: "refused", message: "Refused." };
const GONE = "This is not there any more, or not yours to change.";

const kim: Person = {
  id: KIM,
  full_name: "Kim",
  email: "kim@demo.example",
  company_id: COMPANY,
  status: "active",
  created_at: "2026-01-01T00:00:00Z",
  speech_language: null,
  can_use_voice_agent: false,
  can_use_snap_agent: false,
  can_use_label_agent: false,
  role: "field_tech",
};

let db: PersonDatabase;
let time: number;
/** The server's data. */
let people: Map<string, Person>;
/** The answer to the next request instead of the server's own; null for the server's own. */
let instead: Outcome<never> | null;
/** Requests wait for this promise. */
let gate: Promise<void>;

async function through<T>(work: () => T): Promise<Outcome<T>> {
  await gate;
  return instead ?? { kind: "ok", value: work() };
}

const backend = {
  administration: {
    changePerson: (_: string, id: string, change: PersonChange) =>
      through(() => {
        const person = people.get(id);
        if (person === undefined) return null;
        const { role: _, ...profile } = { ...person, ...change };
        people.set(id, { ...person, ...change });
        return profile;
      }),
    setRole: (_: string, id: string, role: Role) =>
      through(() => {
        const person = people.get(id);
        if (person === undefined) return null;
        people.set(id, { ...person, role });
        return role;
      }),
  },
  functions: {
    createUser: (request: { email: string }) =>
      through(() => ({ user: { id: NEW, email: request.email.toLowerCase() } })),
    deleteUser: ({ user_id }: { user_id: string }) =>
      through(() => {
        people.delete(user_id);
        return { success: true as const };
      }),
  },
};

// The commands for people need only this part of the backend.
const command = () => ({ db, backend, now: () => time }) as unknown as AdministrationCommand;

beforeEach(async () => {
  db = new PersonDatabase(crypto.randomUUID());
  time = 100;
  people = new Map([[KIM, kim]]);
  instead = null;
  gate = Promise.resolve();
  await pulled(50);
});
afterEach(() => db.delete());

/** Stores the answer to a pull that was sent at `askedAt`. */
const pulled = (askedAt: number, rows = [...people.values()]) =>
  replacePeople(db, COMPANY, { rows, askedAt, now: time });

const shown = async () =>
  (await readPeople(db, COMPANY)).map((person) => {
    const { mirroredAt: _, leaving: __, ...row } = { mirroredAt: 0, leaving: false, ...person };
    return row;
  });

/** Makes requests wait until the returned function is called. */
function holdServer(): () => void {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

async function untilShown(rows: Person[]): Promise<void> {
  await expect.poll(shown).toEqual(rows);
}

const CHANGES = [
  [
    "changePerson",
    () => changePerson(command(), kim, { status: "suspended" }),
    { status: "suspended" },
  ],
  ["setRole", () => setRole(command(), kim, "admin"), { role: "admin" }],
] as const;

describe.each(CHANGES)("%s", (_, change, changed) => {
  it("is shown at once, and stays", async () => {
    const open = holdServer();
    const done = change();
    await untilShown([{ ...kim, ...changed }]);
    expect(people.get(KIM)).toEqual(kim);
    open();
    expect(await done).toEqual({ kind: "done" });
    expect(await shown()).toEqual([{ ...kim, ...changed }]);
    // A pull that was sent before the confirmation does not contain the change.
    await pulled(99, [kim]);
    expect(await shown()).toEqual([{ ...kim, ...changed }]);
  });

  it.each([
    ["refused", REFUSED, "Refused."],
    ["sent without a connection", unreachable(), "No connection"],
    [
      "sent after the session ended",
      { kind: "sign-in" } as const,
      "Your session has ended. Sign in again.",
    ],
    [
      "refused by a row-level security policy",
      {
        kind: "never",
        code: "42501",
        message: 'new row violates row-level security policy for "x"',
      } as const,
      GONE,
    ],
  ])("is undone when it is %s", async (__, outcome, message) => {
    instead = outcome;
    expect(await change()).toEqual({ kind: "failed", message });
    expect(await shown()).toEqual([kim]);
  });

  it("is undone when the person does not exist", async () => {
    people.clear();
    expect(await change()).toEqual({ kind: "failed", message: GONE });
  });

  it("does not undo other changes made meanwhile", async () => {
    const open = holdServer();
    const done = change();
    await untilShown([{ ...kim, ...changed }]);
    time = 101;
    people.set(KIM, { ...kim, can_use_voice_agent: true });
    await pulled(101);
    open();
    await done;
    expect(await shown()).toEqual([{ ...kim, ...changed, can_use_voice_agent: true }]);
  });

  it("does not bring back a person who was deleted meanwhile", async () => {
    const open = holdServer();
    const done = change();
    await untilShown([{ ...kim, ...changed }]);
    time = 101;
    await pulled(101, []);
    open();
    await done;
    expect(await shown()).toEqual([]);
  });
});

it("a role and a status that are set at the same time are both kept", async () => {
  const open = holdServer();
  const role = setRole(command(), kim, "admin");
  const status = changePerson(command(), kim, { status: "suspended" });
  open();
  await Promise.all([role, status]);
  expect(await shown()).toEqual([{ ...kim, role: "admin", status: "suspended" }]);
});

describe("assignPerson", () => {
  const lost: Person = { ...kim, company_id: null };
  /** Names of the people of a company, or of people without a company if it is null. */
  const namesIn = async (companyId: string | null) =>
    (await readPeople(db, companyId)).map(({ full_name }) => full_name);
  const pulledWithout = (askedAt: number, rows: Person[]) =>
    replacePeople(db, null, { rows, askedAt, now: time });

  beforeEach(async () => {
    people.set(KIM, lost);
    time = 60;
    await pulledWithout(60, [lost]);
    time = 100;
  });

  it("moves the person at once and permanently", async () => {
    expect([await namesIn(null), await namesIn(COMPANY)]).toEqual([["Kim"], []]);
    const open = holdServer();
    const done = assignPerson(command(), lost, COMPANY);
    await untilShown([kim]);
    expect(await namesIn(null)).toEqual([]);
    expect(people.get(KIM)).toEqual(lost);
    open();
    expect(await done).toEqual({ kind: "done" });
    expect(people.get(KIM)).toEqual(kim);
    // Pulls that were sent before the confirmation do not contain the change.
    await pulledWithout(99, [lost]);
    await pulled(99, []);
    expect([await namesIn(null), await shown()]).toEqual([[], [kim]]);
  });

  it.each([
    ["refused", REFUSED, "Refused."],
    [
      "to a company that was deleted meanwhile",
      { ...unreachable('violates foreign key constraint "x"'), code: "23503" },
      "This company is not there any more.",
    ],
  ])("is undone when it is %s", async (_, outcome, message) => {
    instead = outcome;
    expect(await assignPerson(command(), lost, COMPANY)).toEqual({ kind: "failed", message });
    expect([await namesIn(null), await namesIn(COMPANY)]).toEqual([["Kim"], []]);
  });
});

describe("deletePerson", () => {
  it("hides the person at once, even when a pull was sent before", async () => {
    const open = holdServer();
    const done = deletePerson(command(), kim);
    await untilShown([]);
    open();
    time = 110;
    expect(await done).toEqual({ kind: "done" });
    await pulled(105, [kim]);
    expect(await shown()).toEqual([]);
    time = 120;
    await pulled(115);
    expect(await db.people.count()).toBe(0);
  });

  it("shows the person again when the server refuses", async () => {
    instead = REFUSED;
    expect(await deletePerson(command(), kim)).toEqual({ kind: "failed", message: "Refused." });
    expect(await shown()).toEqual([kim]);
  });
});

describe("createPerson", () => {
  const request = {
    email: "Lee@demo.example",
    password: "secret",
    full_name: "Lee",
    role: "admin" as const,
    company_id: COMPANY,
    can_use_snap_agent: true,
    can_use_voice_agent: false,
    can_use_label_agent: true,
  };

  it("shows the new person, even after the answer to a pull that was sent before", async () => {
    time = Date.parse("2026-02-01T00:00:00Z");
    expect(await createPerson(command(), request)).toEqual({ kind: "done" });
    await pulled(time - 1);
    expect(await shown()).toMatchObject([
      {
        id: NEW,
        email: "lee@demo.example",
        full_name: "Lee",
        role: "admin",
        company_id: COMPANY,
        can_use_snap_agent: true,
        can_use_voice_agent: false,
        can_use_label_agent: true,
      },
      { id: KIM },
    ]);
  });

  it.each([
    ["the server's message", REFUSED, "Refused."],
    [
      "its own message when the server did not answer",
      unreachable(),
      "An error occurred while creating the user",
    ],
  ])("reports a failure with %s", async (_, outcome, message) => {
    instead = outcome;
    expect(await createPerson(command(), request)).toEqual({ kind: "failed", message });
    expect(await shown()).toEqual([kim]);
  });
});
