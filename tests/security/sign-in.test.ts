// @module-tag rest

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "#supabase/seed/demo.ts";
import { addAccount } from "../policies/world/rest.ts";
import { type Backend, rest, signIn, startBackend } from "../support/backend.ts";
import { headersOf, post } from "../support/running-backend.ts";

const TRIES = 40;
const ROUNDS = 5;
/** How many times longer one median may be than the other. */
const TELLING = 1.5;

let backend: Backend;
/** An account for each try: after too many of one address the answer changes, whoever has it. */
const known: string[] = [];
beforeAll(async () => {
  backend = await startBackend({ env: { DEMO: "0", CLIENT_ADDRESS_HEADER: "x-forwarded-for" } });
  for (let i = 0; i < TRIES; i++) known.push((await addPerson()).email);
});
afterAll(() => backend?.stop());

/** Each request comes from another network, so that no limit per network applies. */
let networks = 0;
const auth = (path: string, body: object) =>
  post(backend, `auth/v1/${path}`, body, {
    ...headersOf(backend),
    "x-forwarded-for": `2001:db8:${(++networks).toString(16)}::1`,
  });
const enter = (email: string, secret: string) =>
  auth("token?grant_type=password", { email, password: secret });
const refresh = (token: string) => auth("token?grant_type=refresh_token", { refresh_token: token });
const stranger = () => `${randomUUID()}@nowhere.example`;

async function addPerson(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@people.example`;
  return { email, id: await addAccount(backend, email, password, "Somebody") };
}

async function setStatus(id: string, status: "active" | "suspended"): Promise<void> {
  const reply = await rest(backend, "service", "PATCH", `profiles?id=eq.${id}`, { status });
  expect(reply.status).toBe(204);
}

/** What a reply could reveal: its status, the names of its headers, and its body. */
async function told(reply: Response): Promise<string> {
  const headers = [...reply.headers.keys()].sort().join();
  return `${reply.status} ${headers} ${await reply.text()}`;
}

describe("whether there is an account for an address", () => {
  const asks: Record<string, (email: string) => Promise<Response>> = {
    "signing in": (email) => enter(email, "not-this-one"),
    "a forgotten password": (email) => auth("recover", { email }),
  };

  test.for(Object.entries(asks))(
    "is not revealed by %s, nor by how long it takes",
    async ([, ask]) => {
      const answers = new Set<string>();
      let ratio = 0;
      let round = 0;
      // A busy machine may delay one of the two in a single round; a real difference shows in every
      // round.
      do {
        ratio = await measure(ask, answers);
        round += 1;
      } while (ratio >= TELLING && round < ROUNDS);
      expect([...answers]).toHaveLength(1);
      expect(ratio).toBeLessThan(TELLING);
    },
  );

  test("is not revealed by create-user to a person who may not create anybody", async () => {
    const [somebody = ""] = known;
    const { accessToken } = await signIn(backend, somebody, password);
    const create = async (email: string) => {
      const body = { email, password, full_name: "Planted", role: "field_tech" };
      const path = "functions/v1/create-user";
      return told(await post(backend, path, body, headersOf(backend, accessToken)));
    };
    expect(await create(somebody)).toBe(await create(stranger()));
  });
});

describe("a suspended person", () => {
  test("gets no session, neither by a password nor by an earlier one, until they are active again", async () => {
    const { id, email } = await addPerson();
    const before = await signIn(backend, email, password);
    await setStatus(id, "suspended");

    for (const [reply, msg] of [
      [await enter(email, password), "User is banned"],
      [await refresh(before.refreshToken), "Invalid Refresh Token: User Banned"],
    ] as const) {
      expect(reply.status).toBe(400);
      expect(await reply.json()).toEqual({ code: 400, error_code: "user_banned", msg });
    }
    const wrong = await enter(email, "not-this-one");
    expect(await told(wrong)).toBe(await told(await enter(stranger(), "not-this-one")));
    await setStatus(id, "active");
    expect((await refresh(before.refreshToken)).status).toBe(200);
    expect((await enter(email, password)).status).toBe(200);
  });

  test("gets no session by an earlier link either", async () => {
    const { id, email } = await addPerson();
    const printed = backend.output().length;
    await auth("recover", { email });
    const mail = () => /A mail was written to (\S+)/.exec(backend.output().slice(printed))?.[1];
    await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
    const [link = ""] = /https?:\S+\/verify\?\S+/.exec(readFileSync(mail() ?? "", "utf8")) ?? [];
    await setStatus(id, "suspended");
    const reply = await fetch(link, { redirect: "manual", headers: headersOf(backend) });
    const address = reply.headers.get("location") ?? "";
    expect(new URL(address).hash).toContain("error_code=user_banned");
    expect(address).not.toContain("token");
  });
});

/**
 * How many times longer one kind of request takes, about a known or an unknown address.
 * @param answers gets the answers
 */
async function measure(
  ask: (email: string) => Promise<Response>,
  answers: Set<string>,
): Promise<number> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (const [i, email] of known.entries()) {
    // Each kind goes first every other time, so that after-effects of a request hit both alike.
    const kinds = ["known", "unknown"] as const;
    for (const kind of i % 2 === 0 ? kinds : kinds.toReversed()) {
      const begun = performance.now();
      answers.add(await told(await ask(kind === "known" ? email : stranger())));
      times[kind].push(performance.now() - begun);
    }
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  return Math.max(one, other) / Math.min(one, other);
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
