import type { CreateUserReply, CreateUserRequest } from "@contracts/user-requests.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import type { AdministrationCommand } from "./command-result.ts";
import { type Invitation, invite, invitedCompanyId } from "./invitations.ts";

const REQUEST = "0b1f2c3d-0000-4000-8000-000000000001";
const OTHER = "0b1f2c3d-0000-4000-8000-000000000002";

let db: PersonDatabase;
/** The server's companies, and the people it created by their keys. */
let companies: Map<string, string>;
let people: Map<string, CreateUserRequest>;
/** What happens with the next answers: it is lost, or refused before anything is done. */
let faults: ("lost" | Outcome<never> | null)[];
beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
  companies = new Map();
  people = new Map();
  faults = [];
});
afterEach(() => db.delete());

async function through<T>(work: () => Outcome<T>): Promise<Outcome<T>> {
  const fault = faults.shift() ?? null;
  if (fault !== null && fault !== "lost") return fault;
  const outcome = work();
  return fault === "lost" ? unreachable() : outcome;
}
const backend = {
  administration: {
    addCompany: (_: string, { id, name }: { id: string; name: string }) =>
      through((): Outcome<true> => {
        if (companies.has(id)) {
          const busy = { kind: "later", cause: "busy", retryAfterMs: null } as const;
          return { ...busy, code: "23505", message: "Duplicate." };
        }
        companies.set(id, name);
        return { kind: "ok", value: true };
      }),
  },
  functions: {
    createUser: (request: CreateUserRequest, { key }: { key: string }) =>
      through((): Outcome<CreateUserReply> => {
        const isTaken = [...people].some(([k, { email }]) => k !== key && email === request.email);
        if (isTaken) return { kind: "never", code: "email_taken", message: "There already." };
        people.set(key, request);
        const temporary = { password: "k7mp-3xqd-w9ht", expires_at: "2026-01-08T00:00:00Z" };
        const user = { id: crypto.randomUUID(), email: request.email };
        return { kind: "ok", value: { user, temporary } };
      }),
  },
};
const command = () => ({ db, backend, now: () => 1 }) as unknown as AdministrationCommand;
const invitation = (more: Partial<Invitation> = {}): Invitation => ({
  requestId: REQUEST,
  company: { name: "Alder" },
  administrator: { fullName: "Pat Lee", email: "pat@alder.example" },
  ...more,
});
const send = (more?: Partial<Invitation>) => invite(command(), invitation(more));

describe("an invitation", () => {
  it("makes the company and its administrator, who gets a temporary password", async () => {
    const company = { id: invitedCompanyId(REQUEST), name: "Alder" };
    expect(await send()).toMatchObject({
      kind: "done",
      company,
      temporary: { password: "k7mp-3xqd-w9ht" },
    });
    expect([...people.values()]).toEqual([
      {
        ...{ full_name: "Pat Lee", email: "pat@alder.example", role: "admin" },
        company_id: company.id,
        ...{ can_use_snap_agent: true, can_use_voice_agent: true, can_use_label_agent: true },
      },
    ]);
  });

  it.each([
    ["the company's answer is lost", ["lost"], "no_company"],
    ["the person's answer is lost", [null, "lost"], "no_administrator"],
    ["nothing arrives", [unreachable()], "no_company"],
  ] as const)("makes nothing twice when %s and it is sent again", async (_, lost, kind) => {
    faults = [...lost];
    expect(await send()).toMatchObject({ kind });
    expect(await send()).toMatchObject({ kind: "done" });
    expect([companies.size, people.size]).toEqual([1, 1]);
  });

  it("tells that the company is there when its administrator is not", async () => {
    await send({ requestId: OTHER });
    expect(await send()).toMatchObject({
      kind: "no_administrator",
      reason: "taken",
      company: { name: "Alder" },
      message: "There already.",
    });
    expect(companies.size).toBe(2);
  });

  it("makes no company if one is chosen", async () => {
    const company = { id: OTHER, name: "Birch" };
    expect(await send({ company })).toMatchObject({ kind: "done", company });
    expect(companies.size).toBe(0);
  });
});

it("derives the company's id, so that no visitor can choose an id that is there", () => {
  expect(invitedCompanyId(REQUEST)).not.toBe(REQUEST);
  expect(invitedCompanyId(REQUEST)).toBe(invitedCompanyId(REQUEST));
  expect(invitedCompanyId(OTHER)).not.toBe(invitedCompanyId(REQUEST));
});
