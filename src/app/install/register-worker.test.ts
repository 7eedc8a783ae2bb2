import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAKE_WAY, SKIP_WAITING } from "#platform/worker-messages.ts";

/** The listeners of the newest instance, by event. */
const listeners = new Map<string, () => void>();
let registration: ReturnType<typeof registrationWith>;
let held: { name: string }[];
const reload = vi.fn();
/** Called with the name of each channel on which something is said. */
const broadcast = vi.fn();

vi.mock("workbox-window", () => ({
  Workbox: class {
    addEventListener = (type: string, listener: () => void) => void listeners.set(type, listener);
    register = async () => registration;
    update = async () => undefined;
  },
}));
vi.mock("#platform/stored-app.ts", () => ({
  followStoredApp: () => {},
  NOTHING_STORED: {},
  useStoredApp: { setState: () => {} },
}));
vi.mock("../static-shell/follow-shells.ts", () => ({ followShells: () => {} }));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  listeners.clear();
  reload.mockClear();
  broadcast.mockClear();
  registration = registrationWith("waiting");
  held = [];
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("BroadcastChannel", function channel(name: string) {
    return { postMessage: () => broadcast(name), close: () => {} };
  });
  vi.stubGlobal("navigator", {
    serviceWorker: { controller: {} },
    locks: { query: async () => ({ held }) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A registration whose new worker is at that stage. */
function registrationWith(stage: "waiting" | "installing" | "gone") {
  const worker = () => ({ postMessage: vi.fn() });
  return {
    active: worker(),
    waiting: stage === "waiting" ? worker() : null,
    installing: stage === "installing" ? worker() : null,
  };
}

async function offered() {
  const module = await import("./register-worker.ts");
  await module.registerWorker();
  listeners.get("waiting")?.();
  return module;
}

it("asks the new worker to take over each time, and the old one to make way if that did not help", async () => {
  const { askForUpdate } = await offered();
  askForUpdate();
  expect(broadcast).not.toHaveBeenCalled();
  askForUpdate();
  expect(registration.waiting?.postMessage.mock.calls).toEqual([
    [{ type: SKIP_WAITING }],
    [{ type: SKIP_WAITING }],
  ]);
  expect(broadcast.mock.calls).toEqual([[MAKE_WAY]]);
  // A message would be an event of the old worker, and hold it back.
  expect(registration.active.postMessage).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

it("reloads when the new worker has taken over", async () => {
  const { askForUpdate } = await offered();
  askForUpdate();
  listeners.get("controlling")?.();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it.each([
  ["waits for a new worker that is still being installed", "installing", 0],
  ["loads what the browser has when no worker waits any more", "gone", 1],
] as const)("%s", async (_, stage, reloads) => {
  registration = registrationWith(stage);
  const { askForUpdate } = await offered();
  askForUpdate();
  expect(reload).toHaveBeenCalledTimes(reloads);
});

it.each<[string, (module: Awaited<ReturnType<typeof offered>>) => void]>([
  ["that has given up asking", ({ stopAskingForUpdate }) => stopAskingForUpdate()],
  [
    "in which a recording began",
    () => {
      held = [{ name: "field-agents-recording-1" }, { name: "field-agents-drain-1" }];
    },
  ],
])("does not reload a tab %s", async (_, happens) => {
  const module = await offered();
  module.askForUpdate();
  happens(module);
  listeners.get("controlling")?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(module.useAppVersion.getState()).toBe("replaced");
  expect(reload).not.toHaveBeenCalled();
});
