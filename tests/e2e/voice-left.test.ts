// @module-tag rest

import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { decodedSeconds } from "../support/e2e/device-storage.ts";
import { untilPlaying, untilToast } from "../support/e2e/pages.ts";
import { NOTHING, technicianPhone, UNFINISHED } from "../support/e2e/technician-phone.ts";
import { syncStatus } from "../support/e2e/voice-pages.ts";

// A toast under the pointer stays. The tests leave the pointer there while they do other things with
// keys.
const phone = technicianPhone();

describe("leaving the Voice page while recording", () => {
  it("by Home: keeps and sends the note, and the status never says too early that everything is sent", async () => {
    phone.stack.provider.respondWith({ to: "transcription", do: "hold" });
    await witnessStatus(phone.page);
    await phone.speak(3);
    await Promise.all([
      phone.page.getByRole("status").filter({ hasText: "Recording saved" }).waitFor(),
      phone.goHome(),
    ]);
    await phone.page.waitForURL("**/dashboard");
    await phone.undo().hover();
    await phone.stack.provider.called(1, "transcription");
    await phone.undo().click();
    await phone.page.getByText("The recording is already on its way.").waitFor();
    phone.stack.provider.release();
    await syncStatus(phone.page, "Everything sent").waitFor();
    expect(await saidByStatus(phone.page)).toEqual([
      "Everything sent",
      "Recording now",
      "1 waiting to send",
      "Everything sent",
    ]);
    expect(await phone.stack.rows("agent_logs")).toHaveLength(1);
    const [call] = phone.stack.provider.callsTo("transcription");
    expect(await decodedSeconds(phone.page, call?.file.bytes ?? new Uint8Array())).toBeGreaterThan(
      2.5,
    );
    expect(phone.stack.provider.callsTo("transcription")).toHaveLength(1);
    expect(await phone.stored()).toEqual(NOTHING);
  });

  it("can be undone on any page, by one or several taps: the note is unfinished, and sent on request", async () => {
    await phone.speak();
    phone.stack.network.cut();
    // Once the page knows it, no note is sent, however long a person takes.
    await phone.page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await phone.page.getByText("Offline. Your work is kept here.").waitFor();
    await phone.goHome();
    await phone.undo().hover();
    await phone.page.getByRole("link", { name: "Label" }).first().press("Enter");
    await phone.page.waitForURL("**/label-agent");
    await phone.undo().dblclick();
    await untilToast(phone.page, "status", "Recording not sent");
    phone.stack.network.restore();
    await syncStatus(phone.page, "1 unfinished recording").waitFor();
    expect(await phone.stored()).toEqual(UNFINISHED);

    await phone.page.goto(`${phone.stack.network.url}/voice-agent`);
    await phone.page.getByRole("button", { name: "Keep", exact: true }).waitFor();
    await phone.page.getByRole("button", { name: "Discard", exact: true }).waitFor();
    const dialog = await phone.openDialog();
    await untilPlaying(phone.page, () => dialog.getByRole("button", { name: "Play" }).click());
    await witnessStatus(phone.page);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    await phone.page.keyboard.press("Escape");
    await syncStatus(phone.page, "Everything sent").waitFor();
    expect(await saidByStatus(phone.page)).toEqual([
      "1 unfinished recording",
      "1 waiting to send",
      "Everything sent",
    ]);
    expect(await phone.stack.rows("agent_logs")).toHaveLength(1);
    expect(phone.stack.provider.callsTo("transcription")).toHaveLength(1);
  });
});

/** Records every text of the header's sync status from now on, until the tab leaves the app. */
async function witnessStatus(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    const look = () => {
      const words = document.querySelector("header button[data-tone]")?.getAttribute("aria-label");
      if (typeof words === "string" && words !== said.at(-1)) said.push(words);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-label"],
    });
    Object.assign(globalThis, { statusSaid: said });
  });
}

/** The recorded texts of the status, without repetitions in a row. */
function saidByStatus(page: Page): Promise<string[]> {
  return page.evaluate(() => Reflect.get(globalThis, "statusSaid") as string[]);
}
