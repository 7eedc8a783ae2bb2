import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blockLocalStorage, stubLocalStorage } from "#tests/support/local-storage.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = stubLocalStorage();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function start() {
  const device = await import("./device-preferences.ts");
  const hosts = await import("./known-hosts.ts");
  const speech = await import("./speech-preferences.ts");
  const job = await import("./chosen-job.ts");
  const read = () => ({
    device: device.useDevicePreferences.getState(),
    hosts: hosts.useKnownHosts.getState(),
    speech: speech.useSpeechPreferences.getState(),
  });
  return { ...device, ...hosts, ...speech, ...job, read };
}

const DEFAULTS = {
  device: { theme: "dark", showMatrixRain: true },
  hosts: [],
  speech: { size: null, isOfferOver: false, speed: null },
};

it("what was chosen is stored under exactly these keys, and known at the next start", async () => {
  const first = await start();
  expect(first.read()).toEqual(DEFAULTS);
  first.setTheme("light");
  first.setShowMatrixRain(false);
  first.rememberHost("parts.example");
  first.rememberHost("parts.example");
  first.chooseSpeechModel("small");
  first.endSpeechOffer();
  first.noteSpeechSpeed({ size: "small", factor: 0.3 });
  expect(Object.fromEntries(stored)).toEqual({
    theme: "light",
    showMatrixRain: "false",
    knownHosts: expect.any(String),
    speechModel: expect.any(String),
  });
  vi.resetModules();
  const chosen = {
    device: { theme: "light", showMatrixRain: false },
    hosts: ["parts.example"],
    speech: { size: "small", isOfferOver: true, speed: { size: "small", factor: 0.3 } },
  };
  expect((await start()).read()).toEqual(chosen);
});

it.each([
  ["theme", "blue"],
  ["showMatrixRain", "yes"],
  ...["{", "7", '{"a":1}', "[7]"].map((kept) => ["knownHosts", kept]),
  ...["{", "7", "null", '{"size":"huge","isOfferOver":1,"speed":{"factor":1}}', "[]"].map(
    (kept) => ["speechModel", kept],
  ),
])("nothing is chosen by the stored value of %s, %s", async (key = "", kept = "") => {
  stored.set(key, kept);
  expect((await start()).read()).toEqual(DEFAULTS);
});

it("choices hold until the tab is closed when the browser blocks storage", async () => {
  blockLocalStorage();
  const { setTheme, rememberHost, chooseSpeechModel, read } = await start();
  setTheme("light");
  rememberHost("parts.example");
  chooseSpeechModel("small");
  expect(read()).toMatchObject({
    device: { theme: "light" },
    hosts: ["parts.example"],
    speech: { size: "small" },
  });
});

it("the known hosts keep what another tab has added meanwhile", async () => {
  const { rememberHost, read } = await start();
  stored.set("knownHosts", '["else.example"]');
  rememberHost("parts.example");
  expect(read().hosts).toEqual(["else.example", "parts.example"]);
});

it("another choice of a speech model makes the device be measured again", async () => {
  const { chooseSpeechModel, noteSpeechSpeed, read } = await start();
  chooseSpeechModel("better");
  noteSpeechSpeed({ size: "better", factor: 2 });
  chooseSpeechModel("small");
  expect(read().speech).toMatchObject({ size: "small", speed: null });
});

const HOUR_MS = 3_600_000;

it("a chosen job counts for half a day, and not before it was chosen", async () => {
  const first = await start();
  first.keepJobChoice("ann", "boiler", 100 * HOUR_MS);
  vi.resetModules();
  const { chosenJobId } = await start();
  const at = (hour: number) => chosenJobId("ann", hour * HOUR_MS);
  expect([99, 100, 112, 112.1].map(at)).toEqual([null, "boiler", "boiler", null]);
});

it("the last five jobs of each person are known, the last one first", async () => {
  const { keepJobChoice, jobChoice, chosenJobId } = await start();
  keepJobChoice("ben", "other", 1);
  for (const id of ["a", "b", "c", "d", "e", "f", "c"]) keepJobChoice("ann", id, 1);
  keepJobChoice("ann", null, 2);
  expect(jobChoice("ann").recent).toEqual(["c", "f", "e", "d", "b"]);
  expect([chosenJobId("ann", 2), chosenJobId("ben", 2)]).toEqual([null, "other"]);
});

it.each(["{", "7", "[]", '{"jobId":7,"chosenAt":"1"}'])(
  "no job is chosen by the stored value %s",
  async (kept) => {
    stored.set("chosenJob-ann", kept);
    expect((await start()).chosenJobId("ann", 1)).toBe(null);
  },
);

it("a job that another tab has chosen counts at once", async () => {
  const { keepJobChoice, chosenJobId } = await start();
  keepJobChoice("ann", "boiler", 1);
  stored.set("chosenJob-ann", '{"jobId":"pump","chosenAt":2,"recent":["pump"]}');
  expect(chosenJobId("ann", 2)).toBe("pump");
});

it("a job holds until the tab is closed when the browser blocks storage", async () => {
  blockLocalStorage();
  const { keepJobChoice, chosenJobId } = await start();
  keepJobChoice("ann", "boiler", 1);
  expect(chosenJobId("ann", 1)).toBe("boiler");
});
