import type { CreateUserReply, CreateUserRequest } from "@contracts/user-requests.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import type { AdministrationCommand } from "./command-result.ts";
import { type ImportedPerson, importPeople, type PersonToImport } from "./people.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const BROKEN = { ...unreachable("Broken."), cause: "busy" as const, code: "internal" };

let sent: string[];
/** The answers to come before the server's own. */
let answers: Outcome<never>[];
let stop: AbortController;
beforeEach(() => {
  sent = [];
  answers = [];
  stop = new AbortController();
});
afterEach(() => void vi.useRealTimers());

const backend = {
  functions: {
    createUser: async (
      { email }: CreateUserRequest,
      { key }: { key: string },
    ): Promise<Outcome<CreateUserReply>> => {
      sent.push(key);
      const temporary = { password: `of ${email}`, expires_at: "2026-01-08T00:00:00Z" };
      const value = { user: { id: crypto.randomUUID(), email }, temporary };
      return answers.shift() ?? { kind: "ok", value };
    },
  },
};
const command = () => ({ db, backend, now: () => 1 }) as unknown as AdministrationCommand;

const PEOPLE: readonly PersonToImport[] = ["a", "b", "c"].map((key) => ({
  id: key,
  key,
  request: {
    email: `${key}@demo.example`,
    full_name: key,
    role: "field_tech",
    company_id: COMPANY,
    can_use_snap_agent: false,
    can_use_voice_agent: true,
  },
}));

async function importAll() {
  const told: [string, string][] = [];
  const end = await importPeople(command(), PEOPLE, stop.signal, (id, result) =>
    told.push([id, result === "sending" ? result : kindOf(result)]),
  );
  return { end, told: told.filter(([, kind]) => kind !== "sending") };
}
const kindOf = (result: ImportedPerson) =>
  result.kind === "created" ? `created ${result.temporary?.password}` : result.kind;

it("an import creates people one after the other, and tells their passwords", async () => {
  expect(await importAll()).toEqual({
    end: "finished",
    told: [
      ["a", "created of a@demo.example"],
      ["b", "created of b@demo.example"],
      ["c", "created of c@demo.example"],
    ],
  });
  expect(await db.people.count()).toBe(3);
});

it("an import goes on after those who are there or are refused", async () => {
  answers = [
    { kind: "never", code: "email_taken", message: "There already." },
    { kind: "never", code: "malformed", message: "Too weak." },
  ];
  expect(await importAll()).toMatchObject({
    end: "finished",
    told: [
      ["a", "taken"],
      ["b", "failed"],
      ["c", "created of c@demo.example"],
    ],
  });
});

it.each([
  [unreachable(), "unanswered", "The server did not answer."],
  [BROKEN, "failed", "Broken."],
  [{ kind: "sign-in" } as const, "failed", "Your session has ended. Sign in again."],
])("an import ends at %j", async (answer, kind, stoppedBy) => {
  answers = [answer];
  expect(await importAll()).toEqual({ end: { stoppedBy }, told: [["a", kind]] });
  expect(sent).toEqual(["a"]);
});

it("an import waits as long as the server asks for, and sends the same key again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  answers = [{ ...BROKEN, retryAfterMs: 5_000 }];
  const all = importAll();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(sent).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(200);
  vi.useRealTimers();
  expect((await all).end).toBe("finished");
  expect(sent).toEqual(["a", "a", "b", "c"]);
});

it("an import sends nothing more once it is stopped", async () => {
  const end = importPeople(command(), PEOPLE, stop.signal, (_, result) => {
    if (result !== "sending") stop.abort();
  });
  expect(await end).toEqual({ stoppedBy: null });
  expect(sent).toEqual(["a"]);
});
