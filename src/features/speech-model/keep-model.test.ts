import { beforeEach, expect, it, vi } from "vitest";
import type { SpeechModelSize } from "#preferences/speech-preferences.ts";
import { stubLocalStorage } from "#tests/support/local-storage.ts";
import { device } from "#tests/support/model-device.ts";
import type { PublishedModel } from "#tests/support/small-models.ts";

const PLENTY = 1_000_000_000;
const RESERVE = 50_000_000;

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
  told = [];
  room = PLENTY;
  mayUpdate = true;
  attempts = [];
  timePasses = () => {};
  models = { small: device.publish("small", 1), better: device.publish("better", 2) };
  stubLocalStorage();
});

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

const here = (size: SpeechModelSize) => ({
  kept: { size, version: models[size].manifest.version },
  fetching: null,
});
function tryAgain(): void {
  for (const attempt of attempts.splice(0)) attempt();
}

/** A tab that has fetched the small model. */
async function startWithSmall() {
  const tab = await start();
  tab.chooseSpeechModel("small");
  await untilHere("small", tab);
  return tab;
}

/** Waits until a model is complete, while there may be a connection and time passes. */
const untilHere = (size: SpeechModelSize, { shown }: { shown: () => unknown }) =>
  vi.waitFor(() => {
    tryAgain();
    timePasses();
    expect(shown()).toEqual(here(size));
  });

/** The app is updated, and needs a newer model, while nothing may be downloaded by itself. */
async function startUpdated() {
  await startWithSmall();
  vi.resetModules();
  models.small = device.publish("small", 3);
  mayUpdate = false;
  device.fetched = [];
  const tab = await start();
  await vi.waitFor(() => expect(tab.shown().fetching?.kind).toBe("postponed"));
  return tab;
}

const keptPaths = () => [...device.caches.kept.values()].flatMap((entries) => [...entries.keys()]);

it("fetches the model that was chosen, and removes it when none is", async () => {
  const tab = await startWithSmall();
  expect(device.fetched).toHaveLength(models.small.paths.length);
  tab.chooseSpeechModel(null);
  await vi.waitFor(() => expect(device.caches.kept.size).toBe(0));
  expect(tab.shown()).toEqual({ kept: null, fetching: null });
});

it("ends a download that is cancelled, also without a connection, and frees its room", async () => {
  const { chooseSpeechModel, shown } = await start();
  device.isConnected = false;
  chooseSpeechModel("small");
  const total = models.small.manifest.bytes;
  const waiting = { kind: "waiting", size: "small", received: 0, total };
  await vi.waitFor(() => expect(shown().fetching).toEqual(waiting));
  chooseSpeechModel(null);
  await vi.waitFor(() => expect(device.caches.kept.size).toBe(0));
  expect(shown()).toEqual({ kept: null, fetching: null });
});

it("keeps the small model usable until the better one is here, and then only that", async () => {
  const tab = await startWithSmall();
  device.isConnected = false;
  tab.chooseSpeechModel("better");
  await vi.waitFor(() =>
    expect(tab.shown()).toMatchObject({ kept: { size: "small" }, fetching: { kind: "waiting" } }),
  );
  device.isConnected = true;
  await untilHere("better", tab);
  expect(keptPaths().sort()).toEqual(["/models/kept-1", ...models.better.paths].sort());
});

it("fetches a newer version only when that costs nothing and disturbs nobody", async () => {
  const tab = await startUpdated();
  expect(tab.shown().kept).toEqual({ size: "small", version: "version-1" });
  timePasses();
  await vi.waitFor(() => expect(tab.shown().fetching?.kind).toBe("postponed"));
  expect(device.fetched).toEqual([]);
  mayUpdate = true;
  await untilHere("small", tab);
  // All models share a part.
  expect(device.fetched).toHaveLength(models.small.paths.length - 1);
});

it("fetches a newer version at once when somebody asks for it", async () => {
  const { keeper, shown } = await startUpdated();
  keeper.tryNow();
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
});

it("stops before it takes the room of recordings, says how much it needs, and continues when the person asks", async () => {
  const { chooseSpeechModel, keeper, shown } = await start();
  room = RESERVE;
  chooseSpeechModel("small");
  const needed = models.small.manifest.bytes + RESERVE;
  await vi.waitFor(() =>
    expect(shown().fetching).toEqual({ kind: "no-room", size: "small", needed, free: RESERVE }),
  );
  expect(device.fetched).toEqual([]);
  // The browser does not tell what is free, and the device turns out to be full.
  room = null;
  device.caches.beforeWrite = async (what) => {
    if (what.startsWith("put") && keptPaths().length === 3) {
      throw new DOMException("Quota exceeded", "QuotaExceededError");
    }
  };
  keeper.tryNow();
  await vi.waitFor(() => expect(shown().fetching).toMatchObject({ kind: "no-room", free: null }));
  device.caches.beforeWrite = async () => undefined;
  keeper.tryNow();
  await vi.waitFor(() => expect(shown()).toEqual(here("small")));
});

it("says so when the server has another version of the app", async () => {
  const { chooseSpeechModel, shown } = await start();
  device.served.clear();
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

  device.isConnected = false;
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
