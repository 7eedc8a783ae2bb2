import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  clearDevice,
  FAST,
  STORED_SESSION,
  type StartedApp,
  server,
  signedInAs,
  startApp,
  tech,
} from "#tests/support/auth/app-start.ts";
import type { ModelPerson } from "#tests/support/auth/model-auth-server.ts";
import { Disk } from "#tests/support/faults/disk.ts";
import { Life } from "#tests/support/faults/life.ts";
import { mortalStorage } from "#tests/support/faults/mortal-storage.ts";
import { inPage } from "#tests/support/faults/page-storage.ts";
import { Turns } from "#tests/support/faults/turns.ts";

let lives: Life[];

beforeEach(async () => {
  lives = [];
  vi.stubGlobal("caches", { keys: async () => [] });
  await emptyDevice();
});
afterEach(() => {
  for (const life of lives) life.die();
});
// The browser stubs stay in place, because timers of killed apps still run.

/** A new device on which nobody ever signed in, and which no earlier app uses. */
async function emptyDevice(): Promise<void> {
  vi.resetModules();
  await clearDevice();
}

/** An app that was prepared, and can be killed at every write to the device from then on. */
async function startMortalApp(prepare: (app: StartedApp) => Promise<unknown>) {
  const life = new Life();
  lives.push(life);
  const activity = { count: 0 };
  const { factory } = mortalStorage({ life, activity, disk: new Disk(), turns: new Turns() });
  const app = await inPage(factory, async () => {
    const started = await startApp();
    await prepare(started);
    // Waits for the writes that it does automatically.
    await started.refreshIdentity();
    return started;
  });
  await vi.waitFor(() => expect(activity.count).toBe(0), FAST);
  return { app, life, factory };
}

type Work<T> = (db: import("../mirror/person/person-database.ts").PersonDatabase) => PromiseLike<T>;

async function withMirror<T>(person: ModelPerson, work: Work<T>): Promise<T> {
  const { PersonDatabase } = await import("../mirror/person/person-database.ts");
  const db = new PersonDatabase(person.id);
  const result = await work(db);
  db.close();
  return result;
}

const keepEntry = (person: ModelPerson) =>
  withMirror(person, (db) => db.results.put({ id: "kept", reply: {}, receivedAt: 1 }));

async function keepsEntry(person: ModelPerson): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes(`field-agents-${person.id}`)) return false;
  return (await withMirror(person, (db) => db.results.get("kept"))) !== undefined;
}

/** The content of the device database, read without the app's code. */
async function readDevice(): Promise<Map<string, string>> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("field-agents-device");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const reading = db.transaction("values").objectStore("values").getAll();
  await new Promise((resolve) => reading.addEventListener("success", resolve));
  db.close();
  return new Map(reading.result.map(({ key, value }) => [key, value]));
}

/** The person whose identity and session the device holds; fails if it has only one of them. */
async function signedInOnDevice(): Promise<string | null> {
  const device = await readDevice();
  const identity = JSON.parse(device.get("identity") ?? "null")?.id ?? null;
  const session = JSON.parse(device.get(STORED_SESSION) ?? "null")?.user.id ?? null;
  expect(session).toBe(identity);
  return identity;
}

/**
 * Runs an action on a new device repeatedly: killed at its first write, then at its second, and so
 * on, until it completes.
 * @param judge checks the device after each kill, and returns what has become of it
 */
async function killAtEveryWrite<T>(trial: {
  prepare: (app: StartedApp) => Promise<unknown>;
  act: (app: StartedApp) => Promise<unknown>;
  judge: () => Promise<T>;
}): Promise<{ kills: number; outcomes: Set<T> }> {
  const outcomes = new Set<T>();
  for (let point = 1; ; point += 1) {
    await emptyDevice();
    server.interfere = () => null;
    const { app, life, factory } = await startMortalApp(trial.prepare);
    let killed = false;
    life.at(point, () => {
      killed = true;
      life.die();
    });
    // A killed app never finishes its action, so do not wait for it.
    const acted = inPage(factory, () => trial.act(app));
    await Promise.race([acted.catch(() => undefined), life.ended]);
    life.die();
    outcomes.add(await trial.judge());
    if (!killed) return { kills: point - 1, outcomes };
  }
}

async function signIn(app: StartedApp, person: ModelPerson): Promise<void> {
  await app.signIn(person.email, "secret");
  await signedInAs(app, person);
}

it("killed at any write, removing a person's data changes nothing or is finished by the next start", async () => {
  const { kills, outcomes } = await killAtEveryWrite({
    async prepare(app) {
      await signIn(app, tech);
      await keepEntry(tech);
    },
    async act() {
      const { removeFromDevice } = await import("./own-account.ts");
      await removeFromDevice(tech.id);
    },
    async judge() {
      const holder = await signedInOnDevice();
      const next = await startApp();
      if (holder === null) {
        await vi.waitFor(async () => {
          expect(await keepsEntry(tech)).toBe(false);
          expect((await readDevice()).has("removing")).toBe(false);
        }, FAST);
        expect(next.identity()).toBeNull();
      } else {
        await next.refreshIdentity();
        expect(next.identity()?.id).toBe(tech.id);
        expect(await keepsEntry(tech)).toBe(true);
      }
      return holder;
    },
  });
  expect(kills).toBeGreaterThan(5);
  expect(outcomes).toEqual(new Set([tech.id, null]));
});

it("killed at any write, signing in stores identity, session and administrator's note together or never", async () => {
  const companyId = crypto.randomUUID();
  const boss = server.add({ email: "boss@example.test", role: "admin", companyId });
  const { kills, outcomes } = await killAtEveryWrite({
    prepare: async () => {},
    act: (app) => app.signIn(boss.email, "secret"),
    async judge() {
      const holder = await signedInOnDevice();
      const noted = (await readDevice()).has(`administration-of-${boss.id}`);
      expect(noted).toBe(holder !== null);
      // Without a network, the device's data has to be enough.
      server.interfere = () => Promise.reject(new TypeError("network error"));
      expect((await startApp()).identity()?.id ?? null).toBe(holder);
      return holder;
    },
  });
  expect(kills).toBeGreaterThan(2);
  expect(outcomes).toEqual(new Set([null, boss.id]));
});

const [TECH, OTHER] = ["tech@example.test", "other@example.test"];
it.each<[string, (app: StartedApp) => Promise<unknown>, (string | undefined)[]]>([
  [
    "signing in as another person leaves either person or nobody signed in",
    (app) => app.signIn(OTHER, "secret"),
    [TECH, undefined, OTHER],
  ],
  ["signing out is complete or does not happen", (app) => app.signOut(), [TECH, undefined]],
])("killed at any write %s", async (_, act, expected) => {
  server.add({ email: OTHER });
  const { outcomes } = await killAtEveryWrite({
    prepare: (app) => signIn(app, tech),
    act,
    async judge() {
      const holder = await signedInOnDevice();
      return server.people.find(({ id }) => id === holder)?.email;
    },
  });
  expect(outcomes).toEqual(new Set(expected));
});

it("killed at any write, an administrator's data is deleted with the role, at latest at the next start", async () => {
  const companyId = crypto.randomUUID();
  const boss = server.add({ email: "boss@example.test", role: "admin", companyId });
  await killAtEveryWrite({
    async prepare(app) {
      boss.role = "admin";
      await signIn(app, boss);
      await withMirror(boss, (db) => db.scopes.put({ name: "people", refreshedAt: 1 }));
    },
    async act(app) {
      boss.role = "field_tech";
      await app.refreshIdentity();
    },
    async judge() {
      expect(await signedInOnDevice()).toBe(boss.id);
      const next = await startApp();
      await next.refreshIdentity();
      await vi.waitFor(() => expect(next.identity()?.role).toBe("field_tech"), FAST);
      expect(await withMirror(boss, (db) => db.scopes.count())).toBe(0);
    },
  });
});
