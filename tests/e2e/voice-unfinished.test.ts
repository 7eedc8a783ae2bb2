// @module-tag rest

import { describe, expect, it } from "vitest";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { NOTHING, technicianPhone, UNFINISHED } from "../support/e2e/technician-phone.ts";
import { signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

const phone = technicianPhone();

describe("a recording that nobody finished", () => {
  it("is counted wherever the app shows unsent items, and can be sent or discarded there", async () => {
    await phone.speak();
    await phone.restart();
    await phone.page.goto(`${phone.stack.network.url}/dashboard`);
    let dialog = await phone.openDialog();
    await dialog.getByText(/^Unfinished recording, 0:0\d$/).waitFor();
    for (const name of ["Play", "Discard", "Send"]) {
      await dialog.getByRole("button", { name, exact: true }).waitFor();
    }
    await phone.page.keyboard.press("Escape");

    await phone.page.goto(`${phone.stack.network.url}/history`);
    const entry = phone.page.getByRole("main").getByRole("listitem");
    await entry.getByText(/^Unfinished recording/).waitFor();
    await entry.getByRole("button", { name: "Send", exact: true }).waitFor();
    await phone.page.goto(`${phone.stack.network.url}/history?agent=snap`);
    await phone.page.getByText("No agent history found").waitFor();

    await phone.page.getByRole("button", { name: "Menu" }).click();
    await phone.page.getByRole("button", { name: "Logout" }).click();
    const warning = phone.page.getByRole("dialog", { name: "Sign out?" });
    await warning.getByText(/^1 unfinished recording stays on this device/).waitFor();
    await warning.getByRole("button", { name: "Stay" }).click();

    await phone.page.goto(`${phone.stack.network.url}/settings`);
    await phone.page.getByRole("button", { name: "Sign out here" }).click();
    const ask = phone.page.getByRole("dialog", { name: "Sign out?" });
    await ask.getByText(/^1 unfinished recording stays on this device/).waitFor();
    await ask.getByRole("button", { name: "Cancel" }).click();
    await phone.page.getByRole("button", { name: "Remove my data from this device" }).click();
    const removal = phone.page.getByRole("dialog");
    await removal.getByText("1 thing was never sent and would be lost.").waitFor();
    await removal.getByRole("button", { name: "Cancel" }).click();

    dialog = await phone.openDialog();
    await dialog.getByRole("button", { name: "Discard", exact: true }).click();
    expect(await phone.stored()).toEqual(UNFINISHED);
    await dialog.getByRole("button", { name: "Discard for good" }).click();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    await phone.page.keyboard.press("Escape");
    await syncStatus(phone.page, "Everything sent").waitFor();
    expect(await phone.stored()).toEqual(NOTHING);
    expect(await phone.stack.rows("agent_logs")).toEqual([]);
  });

  it("is known in the other tab: as a recording while it runs, as unfinished after its tab is closed", async () => {
    const other = await phone.browser.newPage();
    await other.goto(`${phone.stack.network.url}/dashboard`);
    await syncStatus(other, "Everything sent").waitFor();
    await phone.speak();
    await syncStatus(other, "Recording now").waitFor();
    await phone.page.close();
    await syncStatus(other, "1 unfinished recording").waitFor();
    phone.page = other;
  });
});

it.each([
  ["small", { width: 360, height: 640 }],
  ["usual", PHONE],
])(
  "the Keep button of an unfinished recording is covered by nothing on a %s phone",
  async (_, size) => {
    await phone.speak();
    await phone.restart();
    const { page } = phone;
    await page.setViewportSize(size);
    await page.goto(`${phone.stack.network.url}/voice-agent`);
    const keep = page.getByRole("button", { name: "Keep", exact: true });
    await keep.waitFor();
    // As high as the prompt of an update, which is laid over the page in the same way.
    await page.evaluate(() =>
      document.documentElement.style.setProperty("--fa-prompt-height", "120px"),
    );
    const room = await keep.evaluate((element) => {
      scrollTo(0, 0);
      element.scrollIntoView({ block: "nearest" });
      const bar = document.querySelector('nav[aria-label="Shortcuts"]')?.getBoundingClientRect();
      const { x, y, width, height, bottom } = element.getBoundingClientRect();
      const edges = [y + 1, y + height - 1];
      const isFree = edges.every((edge) =>
        element.contains(document.elementFromPoint(x + width / 2, edge)),
      );
      return { isFree, below: (bar?.top ?? 0) - bottom };
    });
    expect(room.isFree).toBe(true);
    expect(room.below).toBeGreaterThan(120);
  },
);

describe("a spoken question", () => {
  it("whose page is left is not asked: it is kept, counted, and asked when its person sends it", async () => {
    await phone.page.goto(`${phone.stack.network.url}/ask-agent`);
    await phone.page.getByRole("button", { name: "Voice input" }).click();
    await phone.page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await expect.poll(async () => (await phone.stored()).recordings).toEqual(["recording"]);
    await syncStatus(phone.page, "Recording now").waitFor();
    await expect
      .poll(() => phone.page.getByRole("timer").textContent(), { interval: 100 })
      .not.toBe("0:00");
    await phone.goHome();
    await phone.page.getByText(/Your question is kept on this device and was not asked/).waitFor();
    const dialog = await phone.openDialog();
    await dialog.getByText(/^Unfinished question, 0:0\d$/).waitFor();
    expect(phone.stack.provider.calls).toHaveLength(0);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Everything you made on this device has arrived.").waitFor();
    expect(await phone.stack.rows("agent_logs")).toEqual([
      expect.objectContaining({ agent_type: "ask", input_type: "voice" }),
    ]);
  });
});

it("another person on the device sees, sends and takes back nothing that belongs to the first one", async () => {
  const { page, stack } = phone;
  const logOut = async () => {
    await page.getByRole("button", { name: "Menu" }).press("Enter");
    await page.getByRole("button", { name: "Logout" }).press("Enter");
  };
  stack.network.cut();
  await phone.speak();
  await phone.goHome();
  // A toast under the pointer stays: only the sign-out removes it.
  await phone.undo().hover();
  await syncStatus(page, "1 waiting to send").waitFor();
  await logOut();
  const warning = page.getByRole("dialog", { name: "Sign out?" });
  await warning.getByText(/1 item is waiting on this device/).waitFor();
  await warning.getByRole("button", { name: "Sign out" }).press("Enter");
  await page.waitForURL("**/auth");
  await phone.undo().waitFor({ state: "detached" });
  stack.network.restore();

  await signInAs(page, stack.network.url, stack.administrator);
  await syncStatus(page, "Everything sent").waitFor();
  await page.goto(`${stack.network.url}/history`);
  await page.getByText("No agent history found").waitFor();
  expect(await stack.rows("agent_logs")).toEqual([]);
  expect(stack.provider.calls).toHaveLength(0);
  const administrator = await deviceStorage(page, await stack.userId(stack.administrator));
  expect(administrator?.outbox).toEqual([]);

  await logOut();
  await page.waitForURL("**/auth");
  await signInAs(page, stack.network.url, stack.technician);
  await syncStatus(page, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs")).toMatchObject([{ user_id: phone.technician }]);
});
