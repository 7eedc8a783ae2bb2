// @module-tag rest

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD as password } from "#supabase/seed/demo.ts";
import { addAccount } from "../policies/world/rest.ts";
import { type Backend, rest, signIn, startBackend } from "../support/backend.ts";
import "./figures.ts";

/**
 * One account for each try: after too many tries of one address the answer changes, whether or not
 * it has an account.
 */
let known: string[];
const tries = 40;
const rounds = 5;
/** How many times longer one median may be than the other. */
const tellingRatio = 1.5;

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend({ env: { DEMO: "0", CLIENT_ADDRESS_HEADER: "x-forwarded-for" } });
  known = [];
  for (let i = 0; i < tries; i++) known.push((await addPerson()).email);
});
afterAll(() => backend?.stop());

const auth = (path: string, body: object) =>
  fetch(`${backend.url}/auth/v1/${path}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": `2001:db8:${(++networks).toString(16)}::1`,
    },
    body: JSON.stringify(body),
  });
/** Each request comes from another network, so that no limit per network applies. */
let networks = 0;
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

/**
 * The parts of a reply that could reveal something: its status, the names of its headers, and its
 * body.
 */
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
    async ([what, ask], { task }) => {
      const answers = { known: new Set<string>(), unknown: new Set<string>() };
      let medians: Medians;
      let round = 0;
      // A busy machine may delay one of the two in a single round; a real difference shows in every
      // round.
      do {
        medians = await measure(ask, answers, known);
        round += 1;
      } while (ratioOf(medians) >= tellingRatio && round < rounds);
      const given = new Set([...answers.known, ...answers.unknown]);
      const isTold = ratioOf(medians) >= tellingRatio || given.size > 1;
      task.meta.figures = [
        {
          what: `known or unknown address: ${what}`,
          tried: 2 * tries * round,
          failed: isTold ? 2 * tries * round : 0,
          note: `medians ${medians.known.toFixed(1)} and ${medians.unknown.toFixed(1)} ms`,
        },
      ];
      expect([...given]).toHaveLength(1);
      expect(ratioOf(medians)).toBeLessThan(tellingRatio);
    },
  );

  test("is not revealed by create-user to a person who may not create anybody", async () => {
    const [somebody = ""] = known;
    const { accessToken } = await signIn(backend, somebody, password);
    const create = async (email: string) =>
      told(
        await fetch(`${backend.url}/functions/v1/create-user`, {
          method: "POST",
          headers: { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` },
          body: JSON.stringify({ email, password, full_name: "Planted", role: "field_tech" }),
        }),
      );
    expect(await create(somebody)).toBe(await create(stranger()));
  });
});

describe("a suspended person", () => {
  test("gets no session, neither by a password nor by an earlier session", async () => {
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
  });

  test("can sign in and use an earlier session again once they are active", async () => {
    const { id, email } = await addPerson();
    const before = await signIn(backend, email, password);
    await setStatus(id, "suspended");
    expect((await refresh(before.refreshToken)).status).toBe(400);
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
    const reply = await fetch(link, {
      redirect: "manual",
      headers: { apikey: backend.publishableKey },
    });
    const address = reply.headers.get("location") ?? "";
    expect(new URL(address).hash).toContain("error_code=user_banned");
    expect(address).not.toContain("token");
  });
});

type Medians = Record<"known" | "unknown", number>;

async function measure(
  ask: (email: string) => Promise<Response>,
  answers: Record<"known" | "unknown", Set<string>>,
  known: readonly string[],
): Promise<Medians> {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  for (let i = 0; i < tries; i += 1) {
    // Each kind goes first every other time, so that after-effects of a request hit both alike.
    const kinds = ["known", "unknown"] as const;
    for (const kind of i % 2 === 0 ? kinds : kinds.toReversed()) {
      const begun = performance.now();
      answers[kind].add(await told(await ask(kind === "known" ? (known[i] ?? "") : stranger())));
      times[kind].push(performance.now() - begun);
    }
  }
  return { known: median(times.known), unknown: median(times.unknown) };
}

function ratioOf({ known, unknown }: Medians): number {
  return Math.max(known, unknown) / Math.min(known, unknown);
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
