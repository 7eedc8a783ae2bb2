import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MAKE_WAY } from "../src/platform/worker-messages.ts";

let held: { name: string }[];
/** Says something on the channel that the worker listens to. */
let say: () => void;
let channelName: string;
const query = vi.fn(async () => ({ held }));

beforeEach(async () => {
  vi.resetModules();
  held = [];
  query.mockClear();
  vi.stubGlobal("navigator", { locks: { query } });
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor(name: string) {
        channelName = name;
      }
      addEventListener = (_: string, listener: () => void) => {
        say = listener;
      };
    },
  );
  vi.stubGlobal("self", { addEventListener: () => {} });
});
afterEach(() => vi.unstubAllGlobals());

async function worker() {
  const module = await import("./update.ts");
  module.updateWhenAsked();
  return module;
}

it("a long event ends when a new version is to take over, and a later one does not", async () => {
  const { unlessReplaced } = await worker();
  expect(channelName).toBe(MAKE_WAY);
  const event = unlessReplaced(new Promise(() => {}));
  say();
  await expect(event).rejects.toThrow("A new version takes over");
  const later = unlessReplaced(new Promise((resolve) => setTimeout(resolve)));
  await expect(later).resolves.toBeUndefined();
});

it("a send is not ended by an update", async () => {
  const { unlessReplaced } = await worker();
  held = [{ name: "field-agents-drain-1" }];
  let finish = () => {};
  const event = unlessReplaced(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  say();
  await vi.waitFor(() => expect(query).toHaveBeenCalled());
  finish();
  await expect(event).resolves.toBeUndefined();
});
