import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blockLocalStorage, stubLocalStorage } from "#tests/support/local-storage.ts";

let stored: Map<string, string>;
const NOTHING = { size: null, isOfferOver: false, speed: null };

beforeEach(() => {
  stored = stubLocalStorage();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

/** The store of a newly started app. */
const start = () => import("./speech-preferences.ts");

it("what was chosen and measured is known at the next start", async () => {
  const first = await start();
  first.chooseSpeechModel("small");
  first.endSpeechOffer();
  first.noteSpeechSpeed({ size: "small", factor: 0.3 });
  vi.resetModules();
  const { useSpeechPreferences } = await start();
  expect(useSpeechPreferences.getState()).toEqual({
    size: "small",
    isOfferOver: true,
    speed: { size: "small", factor: 0.3 },
  });
});

it("another choice makes the device be measured again", async () => {
  const { chooseSpeechModel, noteSpeechSpeed, useSpeechPreferences } = await start();
  chooseSpeechModel("better");
  noteSpeechSpeed({ size: "better", factor: 2 });
  chooseSpeechModel("small");
  expect(useSpeechPreferences.getState()).toMatchObject({ size: "small", speed: null });
});

it.each([
  undefined,
  "{",
  "7",
  "null",
  '{"size":"huge","isOfferOver":1,"speed":{"factor":1}}',
  "[]",
])("nothing is chosen when the stored value is %s", async (kept) => {
  if (kept !== undefined) stored.set("speechModel", kept);
  expect((await start()).useSpeechPreferences.getState()).toEqual(NOTHING);
});

it("a choice holds until the tab is closed when the browser blocks storage", async () => {
  blockLocalStorage();
  const { chooseSpeechModel, useSpeechPreferences } = await start();
  chooseSpeechModel("small");
  expect(useSpeechPreferences.getState().size).toBe("small");
});
