import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubLocalStorage } from "#tests/support/local-storage.ts";

let kept: Map<string, string>;
let browser: EventTarget;
let displayMode: "browser" | "standalone";

beforeEach(() => {
  browser = new EventTarget();
  displayMode = "browser";
  vi.resetModules();
  vi.stubGlobal(
    "window",
    Object.assign(browser, {
      matchMedia: (query: string) => ({ matches: query.includes(displayMode) }),
    }),
  );
  vi.stubGlobal("navigator", {});
  kept = stubLocalStorage();
});
afterEach(() => vi.unstubAllGlobals());

async function start() {
  const module = await import("./installation.ts");
  module.followInstallation();
  return module;
}

type Started = Awaited<ReturnType<typeof start>>;

/** The browser offers to install the app, and the person then answers so. */
function offer(outcome: "accepted" | "dismissed") {
  const prompt = vi.fn(async () => ({ outcome }));
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  browser.dispatchEvent(event);
  return { event, prompt };
}

it("keeps the browser's offer until a person accepts it, and uses it only once", async () => {
  const { install, useInstallation } = await start();
  const { event, prompt } = offer("accepted");
  expect(event.defaultPrevented).toBe(true);
  expect(useInstallation.getState().prompt).toBe(event);
  expect(prompt).not.toHaveBeenCalled();
  await Promise.all([install(), install()]);
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(useInstallation.getState()).toEqual({ prompt: null, installed: false, putOff: false });
  browser.dispatchEvent(new Event("appinstalled"));
  expect(useInstallation.getState().installed).toBe(true);
});

it.each([
  ["it is put off", async ({ putOffNotice }: Started) => putOffNotice()],
  [
    "the browser's own question is refused",
    async ({ install }: Started) => {
      offer("dismissed");
      await install();
    },
  ],
])("remembers on this device that no notice is wanted again when %s", async (_, refuse) => {
  await refuse(await start());
  expect([...kept.keys()]).toEqual(["installNoticePutOff"]);
  vi.resetModules();
  expect((await start()).useInstallation.getState().putOff).toBe(true);
});

it("detects that it runs as an installed app", async () => {
  displayMode = "standalone";
  const { useInstallation } = await start();
  expect(useInstallation.getState().installed).toBe(true);
});
