import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SpeechModelSize } from "#preferences/speech-preferences.ts";
import { createMemoryCaches, type MemoryCaches } from "#tests/support/memory-caches.ts";
import { type PublishedModel, publishModel } from "#tests/support/small-models.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";

const PLENTY = 1_000_000_000;
const RESERVE = 50_000_000;

let device: MemoryCaches;
let served: Map<string, Uint8Array<ArrayBuffer>>;
let requests: string[];
let isConnected: boolean;
let room: number | null;
let mayUpdate: boolean;
let models: Record<SpeechModelSize, PublishedModel>;
/** Ends the waits of the keeper. */
let attempts: (() => void)[];
let timePasses: () => void;
/** What the tab told the others. */
let told: unknown[];
let hear: (data: unknown) => void;

beforeEach(() => {
  vi.resetModules();
  device = createMemoryCaches();
  served = new Map();
  requests = [];
  told = [];
  isConnected = true;
  room = PLENTY;
  mayUpdate = true;
  attempts = [];
  timePasses = () => {};
  models = { small: publishModel(served, "small", 1), better: publishModel(served, "better", 2) };
  const locks = createMemoryLocks();
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("caches", device.storage);
  vi.stubGlobal("navigator", {
    locks: {
      request: (name: string, options: LockOptions, work: () => Promise<void>) =>
        locks.request(name, options, work),
    },
  });
  vi.stubGlobal("fetch", async (path: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    if (!isConnected) throw new TypeError("Failed to fetch");
    requests.push(path);
    const bytes = served.get(path);
    return bytes === undefined ? new Response("", { status: 404 }) : new Response(bytes);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A newly started tab. */
async function start() {
  const { startModelKeeper } = await import("./keep-model.ts");
  const { useSpeechModel } = await import("./speech-model.ts");
  const { chooseSpeechModel } = await import("#preferences/speech-preferences.ts");
  const keeper = startModelKeeper({
    models: { small: models.small.manifest, better: models.better.manifest },
    roomLeft: async () => room,
    mayUpdate: async () => mayUpdate,
    whenWorthTrying: () =>
      new Promise((resolve) => {
        attempts.push(resolve);
      }),
    wait: (_, signal) =>
      new Promise((resolve) => {
        timePasses = resolve;
        signal.addEventListener("abort", () => resolve());
      }),
    channel: {
      postMessage: (data) => void told.push(structuredClone(data)),
      addEventListener: (_: string, listener: (event: MessageEvent) => void) => {
        hear = (data) => listener({ data } as MessageEvent);
      },
    } as BroadcastChannel,
  });
  return { keeper, chooseSpeechModel, shown: () => useSpeechModel.getState() };
}

/** What is shown of a complete model. */
const here = (size: SpeechModelSize) => ({
  kept: { size, version: models[size].manifest.version },
  fetching: null,
});
/** There may be a connection again. */
function tryAgain(): void {
  for (const attempt of attempts.splice(0)) attempt();
}

const keptParts = () => [...device.kept.values()].flatMap((entries) => [...entries.keys()]);

it("fetches the model that was chosen, and removes it when none is", async () => {
  const { chooseSpeechModel, shown } = await start();
  await vi.waitFor(() => expect(shown()).toEqual({ kept: null, fetching: null }));
  chooseSpeechModel("small");
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
  expect(requests).toHaveLength(models.small.paths.length);
  chooseSpeechModel(null);
  await vi.waitFor(() => expect(device.kept.size).toBe(0));
  expect(shown()).toEqual({ kept: null, fetching: null });
});

it("waits without a connection, and goes on with what has arrived", async () => {
  const { chooseSpeechModel, shown } = await start();
  isConnected = false;
  chooseSpeechModel("small");
  await vi.waitFor(() =>
    expect(shown().fetching).toEqual({
      kind: "waiting",
      size: "small",
      received: 0,
      total: models.small.manifest.bytes,
    }),
  );
  isConnected = true;
  await vi.waitFor(() => {
    tryAgain();
    expect(shown()).toEqual(here("small"));
  });
});

it("ends a download that is cancelled, also without a connection, and frees its room", async () => {
  const { chooseSpeechModel, shown } = await start();
  isConnected = false;
  chooseSpeechModel("small");
  await vi.waitFor(() => expect(shown().fetching?.kind).toBe("waiting"));
  chooseSpeechModel(null);
  await vi.waitFor(() => expect(device.kept.size).toBe(0));
  expect(shown()).toEqual({ kept: null, fetching: null });
});

it("keeps the small model usable until the better one is here, and then only that", async () => {
  const { chooseSpeechModel, shown } = await start();
  chooseSpeechModel("small");
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
  isConnected = false;
  chooseSpeechModel("better");
  await vi.waitFor(() =>
    expect(shown()).toMatchObject({ kept: { size: "small" }, fetching: { kind: "waiting" } }),
  );
  isConnected = true;
  await vi.waitFor(() => {
    tryAgain();
    expect(shown()).toEqual(here("better"));
  });
  expect(keptParts().sort()).toEqual(["/models/kept-1", ...models.better.paths].sort());
});

it("fetches a newer version only when that costs nothing and disturbs nobody", async () => {
  const first = await start();
  first.chooseSpeechModel("small");
  await vi.waitFor(() => expect(first.shown()).toEqual(here("small")));
  const older = here("small").kept;

  // The app is updated.
  vi.resetModules();
  models.small = publishModel(served, "small", 3);
  mayUpdate = false;
  requests = [];
  const { shown } = await start();
  await vi.waitFor(() =>
    expect(shown()).toMatchObject({ kept: older, fetching: { kind: "postponed" } }),
  );
  timePasses();
  await vi.waitFor(() => expect(shown().fetching?.kind).toBe("postponed"));
  expect(requests).toEqual([]);
  mayUpdate = true;
  await vi.waitFor(() => {
    timePasses();
    expect(shown()).toEqual(here("small"));
  });
  // All models share a part.
  expect(requests).toHaveLength(models.small.paths.length - 1);
});

it("fetches a newer version at once when somebody asks for it", async () => {
  const first = await start();
  first.chooseSpeechModel("small");
  await vi.waitFor(() => expect(first.shown()).toEqual(here("small")));
  vi.resetModules();
  models.small = publishModel(served, "small", 3);
  mayUpdate = false;
  const { keeper, shown } = await start();
  await vi.waitFor(() => expect(shown().fetching?.kind).toBe("postponed"));
  keeper.tryNow();
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
});

it("leaves room for recordings, and says how much is needed", async () => {
  const { chooseSpeechModel, keeper, shown } = await start();
  room = RESERVE;
  chooseSpeechModel("small");
  const needed = models.small.manifest.bytes + RESERVE;
  await vi.waitFor(() =>
    expect(shown().fetching).toEqual({ kind: "no-room", size: "small", needed, free: RESERVE }),
  );
  expect(requests).toEqual([]);
  room = PLENTY;
  keeper.tryNow();
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
});

it("says so when the device turns out to be full, and goes on when somebody asks", async () => {
  const { chooseSpeechModel, keeper, shown } = await start();
  room = null;
  device.beforeWrite = async (what) => {
    if (what.startsWith("put") && keptParts().length === 3) {
      throw new DOMException("Quota exceeded", "QuotaExceededError");
    }
  };
  chooseSpeechModel("small");
  await vi.waitFor(() => expect(shown().fetching).toMatchObject({ kind: "no-room", free: null }));
  device.beforeWrite = async () => undefined;
  keeper.tryNow();
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
});

it("says so when the server has another version of the app", async () => {
  const { chooseSpeechModel, shown } = await start();
  served.clear();
  chooseSpeechModel("small");
  await vi.waitFor(() =>
    expect(shown().fetching).toEqual({ kind: "failed", size: "small", why: "gone" }),
  );
});

it("tells other tabs what it fetches, and shows what another tab fetches", async () => {
  const { chooseSpeechModel, shown } = await start();
  const fetching = { kind: "downloading", size: "small", received: 5, total: 10 };
  // A tab that starts asks for it; one that fetches nothing does not answer.
  expect(told).toEqual([null]);
  hear(null);
  expect(told).toEqual([null]);
  hear({ fetching });
  expect(shown().fetching).toEqual(fetching);
  hear({ fetching: null });

  isConnected = false;
  chooseSpeechModel("small");
  await vi.waitFor(() => expect(shown().fetching?.kind).toBe("waiting"));
  expect(told.at(-1)).toEqual({ fetching: shown().fetching });
  const count = told.length;
  hear(null);
  expect(told).toHaveLength(count + 1);
  // Its own state is the truth.
  hear({ fetching });
  expect(shown().fetching?.kind).toBe("waiting");
});
