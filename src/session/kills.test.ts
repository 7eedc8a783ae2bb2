import Dexie from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearDevice,
  STORED_SESSION,
  type StartedApp,
  startApp,
  stubBrowser,
} from "#tests/support/auth/app-start.ts";
import { ModelAuthServer, type ModelPerson } from "#tests/support/auth/model-auth-server.ts";
import { Disk } from "#tests/support/faults/disk.ts";
import { Life } from "#tests/support/faults/life.ts";
import { mortalStorage } from "#tests/support/faults/mortal-storage.ts";
import { Turns } from "#tests/support/faults/turns.ts";

const OF_DEVICE = Dexie.dependencies.indexedDB;

let server: ModelAuthServer;
let tech: ModelPerson;
let lives: Life[];

beforeEach(async () => {
  server = new ModelAuthServer();
  tech = server.add({ email: "tech@example.test" });
  lives = [];
  stubBrowser(server);
  vi.stubGlobal("caches", { keys: async () => [] });
  await emptyDevice();
});
afterEach(() => {
  for (const life of lives) life.die();
  Dexie.dependencies.indexedDB = OF_DEVICE;
});
// The stubs of the browser stay, because timers of killed apps still run.

/** A device on which nobody ever signed in, used by none of the apps so far. */
async function emptyDevice(): Promise<void> {
  vi.resetModules();
  Dexie.dependencies.indexedDB = OF_DEVICE;
  await clearDevice();
}

/** An app that a kill can end at every write to the device. */
async function startMortalApp(): Promise<{ app: StartedApp; life: Life }> {
  const life = new Life();
  lives.push(life);
  const activity = { count: 0 };
  const storage = mortalStorage({ life, activity, disk: new Disk(), turns: new Turns() });
  Dexie.dependencies.indexedDB = storage.factory;
  const app = await startApp();
  // What it writes by itself after a start.
  await app.refreshIdentity();
  await vi.waitFor(() => expect(activity.count).toBe(0));
  return { app, life };
}

async function openMirror(person: ModelPerson) {
  const { PersonDatabase } = await import("../mirror/person/person-database.ts");
  return new PersonDatabase(person.id);
}

/** An entry of the person's history that this device keeps. */
async function keepEntry(person: ModelPerson): Promise<void> {
  const db = await openMirror(person);
  await db.results.put({ id: "kept", reply: {}, receivedAt: 1 });
  db.close();
}

async function keepsEntry(person: ModelPerson): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes(`field-agents-${person.id}`)) return false;
  const db = await openMirror(person);
  const kept = await db.results.get("kept");
  db.close();
  return kept !== undefined;
}

/** What the device database holds, read past the app. */
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

/** Whose identity and whose session the device holds: never the one without the other. */
async function signedInOnDevice(): Promise<string | null> {
  const device = await readDevice();
  const identity = JSON.parse(device.get("identity") ?? "null")?.id ?? null;
  const session = JSON.parse(device.get(STORED_SESSION) ?? "null")?.user.id ?? null;
  expect(session).toBe(identity);
  return identity;
}

/**
 * Does something on a device again and again, killed at its first write, at its second, and so on,
 * until it comes to its end.
 * @param judge is called on each device that the kill left
 * @returns how many kills there were
 */
async function killAtEveryWrite(trial: {
  prepare: () => Promise<void>;
  act: (app: StartedApp) => Promise<unknown>;
  judge: () => Promise<void>;
}): Promise<number> {
  for (let point = 1; ; point += 1) {
    await emptyDevice();
    server.interfere = () => null;
    await trial.prepare();
    const { app, life } = await startMortalApp();
    let killed = false;
    life.at(point, () => {
      killed = true;
      life.die();
    });
    // A dead app does not come to an end: nobody waits for it.
    await Promise.race([trial.act(app).catch(() => undefined), life.ended]);
    life.die();
    Dexie.dependencies.indexedDB = OF_DEVICE;
    await trial.judge();
    if (!killed) return point - 1;
  }
}

async function signedIn(person: ModelPerson): Promise<void> {
  const app = await startApp();
  await app.signIn(person.email, "secret");
  await vi.waitFor(() => expect(app.identity()?.id).toBe(person.id));
}

describe("killed at any write", () => {
  it("removing a person's data leaves all as it was, or is finished by the next start", async () => {
    const outcomes = new Set<string>();
    const kills = await killAtEveryWrite({
      async prepare() {
        await signedIn(tech);
        await keepEntry(tech);
      },
      async act() {
        const { removeFromDevice } = await import("./removal.ts");
        await removeFromDevice(tech.id);
      },
      async judge() {
        const holder = await signedInOnDevice();
        outcomes.add(holder === null ? "signed out" : "as before");
        const next = await startApp();
        if (holder === null) {
          await vi.waitFor(async () => {
            expect(await keepsEntry(tech)).toBe(false);
            expect((await readDevice()).has("removing")).toBe(false);
          });
          expect(next.identity()).toBeNull();
        } else {
          await next.refreshIdentity();
          expect(next.identity()?.id).toBe(tech.id);
          expect(await keepsEntry(tech)).toBe(true);
        }
      },
    });
    expect(kills).toBeGreaterThan(5);
    expect(outcomes).toEqual(new Set(["as before", "signed out"]));
  });

  it("signing in lets in or does not, with the session and with what is noted of an administrator", async () => {
    const boss = server.add({
      email: "boss@example.test",
      role: "admin",
      companyId: crypto.randomUUID(),
    });
    const outcomes = new Set<string>();
    const kills = await killAtEveryWrite({
      prepare: async () => {},
      act: (app) => app.signIn(boss.email, "secret"),
      async judge() {
        const holder = await signedInOnDevice();
        outcomes.add(holder === null ? "signed out" : "signed in");
        const noted = (await readDevice()).has(`administration-of-${boss.id}`);
        expect(noted).toBe(holder !== null);
        // Without a network: what the device holds has to be enough.
        server.interfere = () => Promise.reject(new TypeError("network error"));
        expect((await startApp()).identity()?.id ?? null).toBe(holder);
      },
    });
    expect(kills).toBeGreaterThan(2);
    expect(outcomes).toEqual(new Set(["signed in", "signed out"]));
  });

  it("signing in as somebody else leaves the one, nobody or the other", async () => {
    const other = server.add({ email: "other@example.test" });
    const holders = new Set<string | null>();
    await killAtEveryWrite({
      prepare: () => signedIn(tech),
      act: (app) => app.signIn(other.email, "secret"),
      async judge() {
        holders.add(await signedInOnDevice());
      },
    });
    expect(holders).toEqual(new Set([tech.id, null, other.id]));
  });

  it("signing out does so or does not", async () => {
    const holders = new Set<string | null>();
    await killAtEveryWrite({
      prepare: () => signedIn(tech),
      act: (app) => app.signOut(),
      async judge() {
        holders.add(await signedInOnDevice());
      },
    });
    expect(holders).toEqual(new Set([tech.id, null]));
  });

  it("what somebody saw as an administrator goes with the role, at the latest at the next start", async () => {
    const companyId = crypto.randomUUID();
    const boss = server.add({ email: "boss@example.test", role: "admin", companyId });
    async function seen(): Promise<number> {
      const db = await openMirror(boss);
      const count = await db.scopes.count();
      db.close();
      return count;
    }
    await killAtEveryWrite({
      async prepare() {
        boss.role = "admin";
        await signedIn(boss);
        const db = await openMirror(boss);
        await db.scopes.put({ name: "people", refreshedAt: 1 });
        db.close();
      },
      async act(app) {
        boss.role = "field_tech";
        await app.refreshIdentity();
      },
      async judge() {
        expect(await signedInOnDevice()).toBe(boss.id);
        const next = await startApp();
        await next.refreshIdentity();
        await vi.waitFor(() => expect(next.identity()?.role).toBe("field_tech"));
        expect(await seen()).toBe(0);
      },
    });
  });

  it("the end of a suspended person's session comes at the latest at the next start", async () => {
    await killAtEveryWrite({
      async prepare() {
        tech.suspended = false;
        await signedIn(tech);
      },
      async act(app) {
        tech.suspended = true;
        await app.refreshIdentity();
      },
      async judge() {
        await signedInOnDevice();
        const next = await startApp();
        await vi.waitFor(() => {
          const { identity, suspended } = next.useSession.getState();
          expect([identity, suspended]).toEqual([null, true]);
        });
      },
    });
  });
});

describe("two removals", () => {
  it("are both finished, though the second began before the first was", async () => {
    const other = server.add({ email: "other@example.test" });
    const app = await startApp();
    const { noteRemoval } = await import("./finish-removal.ts");
    for (const person of [tech, other]) {
      await app.signIn(person.email, "secret");
      await keepEntry(person);
      await app.signOut({ noting: (values) => noteRemoval(person.id, values) });
    }
    await startApp();
    await vi.waitFor(async () => {
      expect([await keepsEntry(tech), await keepsEntry(other)]).toEqual([false, false]);
      expect((await readDevice()).has("removing")).toBe(false);
    });
  });
});

it("a session that ends while its person is looked up does not leave an identity behind", async () => {
  const app = await startApp();
  await app.signIn(tech.email, "secret");
  const { activateIdentity } = await import("./activate-identity.ts");
  const identity = await vi.waitUntil(() => app.identity());
  await app.signOut();
  const { backend } = app.useSession.getState();
  await activateIdentity(identity, (values) => backend?.auth.keeps(tech.id, values) === true);
  expect(await signedInOnDevice()).toBeNull();
});
