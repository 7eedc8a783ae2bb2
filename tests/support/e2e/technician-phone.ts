import type { Page } from "playwright";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { ChromiumProcess } from "./chromium.ts";
import { deviceStorage } from "./device-storage.ts";
import { forgetTraces, stackForTests } from "./pages.ts";
import { PHONE } from "./screens.ts";
import { signInAs, syncStatus, untilInstalled, untilTimer } from "./voice-pages.ts";

/** The result of `stored` when nothing is left, and when one recording is unfinished. */
export const NOTHING = { items: [], recordings: [] };
export const UNFINISHED = { items: [], recordings: ["recording"] };

/**
 * A technician's phone: a new one for each test of a file, signed in, with nothing waiting. Registers
 * the hooks that start and stop it.
 */
export function technicianPhone() {
  let device: string;
  async function open(): Promise<void> {
    phone.browser = await phone.stack.browser(device);
    phone.page = await phone.browser.newPage();
    await phone.page.setViewportSize(PHONE);
  }
  const phone = {
    // The hooks set these.
    ...({} as { browser: ChromiumProcess; page: Page; technician: string }),
    stack: stackForTests(),
    /** Goes to the Voice page by a link, as people do, and records for that many seconds. */
    async speak(seconds = 2) {
      await phone.page.getByRole("link", { name: /Voice/ }).first().click();
      await phone.page.getByRole("button", { name: "Start recording" }).click();
      await untilTimer(phone.page, seconds);
      await syncStatus(phone.page, "Recording now").waitFor();
      // The timer may be ahead of what is stored, and a recording without sound is not kept.
      await expect
        .poll(async () => {
          const kept = await deviceStorage(phone.page, phone.technician);
          return kept?.recordings.every(({ durationMs }) => durationMs > 0);
        })
        .toBe(true);
    },
    goHome: () => phone.page.getByRole("link", { name: "Home" }).first().click(),
    undo: () => phone.page.getByRole("button", { name: "Undo" }),
    /** The states of the waiting items and of the recordings. */
    async stored() {
      const kept = await deviceStorage(phone.page, phone.technician);
      return {
        items: kept?.outbox.map(({ state }) => state),
        recordings: kept?.recordings.map(({ state }) => state),
      };
    },
    async openDialog(name = "1 unfinished recording") {
      await syncStatus(phone.page, name).click();
      return phone.page.getByRole("dialog", { name: "Waiting to send" });
    },
    /** Kills the browser and starts it again on the same device. */
    async restart() {
      await phone.browser.kill();
      await open();
    },
  };

  beforeAll(async () => {
    phone.technician = await phone.stack.userId(phone.stack.technician);
  });
  beforeEach(async ({ task }) => {
    device = task.id;
    await open();
    await signInAs(phone.page, phone.stack.network.url, phone.stack.technician);
    await untilInstalled(phone.page);
    await syncStatus(phone.page, "Everything sent").waitFor();
  });
  afterEach(async () => {
    // The browser and supabase-js report a cut network; that is no fault.
    const trouble = phone.browser.consoleTrouble.filter(
      (line) => !/net::ERR_|Failed to fetch/.test(line),
    );
    expect(trouble).toEqual([]);
    await phone.browser.kill();
    phone.stack.network.restore();
    await forgetTraces(phone.stack);
  });
  return phone;
}
