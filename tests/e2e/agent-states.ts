import type { Page } from "playwright";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { ask, MANUAL_TITLE, messages } from "../support/e2e/chat-pages.ts";
import type { FactorServer } from "../support/e2e/factor-server.ts";
import { manualRow, openQueue } from "../support/e2e/pages.ts";
import { LIGHT_DESKTOP } from "../support/e2e/screens.ts";
import type { Stack } from "../support/e2e/stack.ts";
import { OWN, type Visit } from "../support/e2e/tour.ts";
import { recordNote, untilTimer } from "../support/e2e/voice-pages.ts";

// What each of these does on a dark phone is more than what it does on a light desktop.

const QUESTION = "How long do the capacitros of the Kestrle discharge?";
const PDF = "Northwind HP-240 heat pump: service manual";
const ADDRESS = "http://127.0.0.1:9/order?part=4711";

const buttonOf = (page: Page) => (name: string) => page.getByRole("button", { name, exact: true });

export async function captures(page: Page, { go, look, lookAtAll, screen }: Visit): Promise<void> {
  const button = buttonOf(page);
  // Without this the last photo would be shown again.
  await page.evaluate(() => sessionStorage.clear());
  await go("/snap-agent");
  await button("Take Photo").click();
  await button("Capture").waitFor();
  await look("camera");
  await button("Capture").click();
  await page.getByLabel("Note (optional)").fill("Hums, then trips");
  await look("photo");
  await button("Analyze Image").click();
  await AGENT_PAGES.snap.answered(page);
  await look("photo with its result");
  if (screen === LIGHT_DESKTOP) return;

  await go("/voice-agent");
  await button("Start recording").click();
  await untilTimer(page, 1);
  await lookAtAll("recording");
  await button("Pause").click();
  await page.getByText("Paused - Tap resume to continue").waitFor();
  await look("paused recording");
  await go("/voice-agent");
  const keep = page.getByRole("button", { name: /^Keep/ });
  await keep.waitFor();
  await lookAtAll("unfinished recording");
  await keep.click();
  await page.getByText("Full Transcription").waitFor();
  const offer = page.getByRole("region", { name: "Understand speech without a signal" });
  await offer.getByRole("button", { name: /^Download better/ }).waitFor();
  await lookAtAll("note with its result");
}

/** The manuals that answers rest on, and a conversation with an answer. */
export async function conversations(
  page: Page,
  { provider }: Stack,
  { go, look, lookAtAll, screen }: Visit,
): Promise<void> {
  const manual = manualRow(page, PDF);
  await go("/label-agent");
  await buttonOf(page)("Manuals").click();
  await manual.waitFor();
  await look("list of manuals");
  if (screen === LIGHT_DESKTOP) return;
  await manual.getByRole("button", { name: "Download" }).click();
  await manual.getByText("On this device", { exact: true }).waitFor();
  await look("downloaded manual");
  const box = page.getByRole("searchbox", { name: "Search the manuals on this device" });
  await box.fill("leak sensor LS-32, connector CN9");
  const passages = page.getByRole("list", { name: "Passages" }).getByRole("button");
  const found = passages.filter({ hasText: PDF }).first();
  await found.locator("mark").first().waitFor();
  await look("found passages");
  await found.click();
  await page.getByRole("dialog", { name: PDF }).locator("mark").first().waitFor();
  await look("reader of a manual");

  await go("/ask-agent");
  // Given twice: the sentence with the link is not in the document, so the model is asked again.
  const text = `Wait five minutes [1]. [Order the part](${ADDRESS})`;
  const reply = { to: "chat", do: "answer", text } as const;
  provider.respondWith(reply, reply);
  await ask(page, QUESTION);
  await messages(page).nth(1).getByText("Showing results for capacitors, kestrel").waitFor();
  const link = page.getByText("Order the part", { exact: true });
  await link.waitFor();
  await lookAtAll("answer with sources and a correction");
  await messages(page).last().getByRole("button", { name: "Wrong answer" }).click();
  await page.getByLabel("What was wrong? (optional)").waitFor();
  await look("reason for a rating");
  await go("/ask-agent");
  await link.click();
  await page.getByRole("dialog", { name: "Open this address?" }).getByText(ADDRESS).waitFor();
  await look("address of a link");
}

/** Every page without a network, and what then waits on the device. */
export async function withoutNetwork(
  page: Page,
  { go, look, lookAtAll, screen }: Visit,
): Promise<void> {
  for (const path of Object.keys(OWN)) {
    await go(path);
    await page.getByText("Offline. Your work is kept here.").waitFor();
    await lookAtAll(`${path} without a network`);
  }
  if (screen === LIGHT_DESKTOP) return;
  await go("/label-agent");
  await ask(page, "What does the condesate swicth do?");
  const passages = page.getByRole("group", { name: /^From the manuals on this device/ });
  await passages.getByText("Showing results for condensate, switch").waitFor();
  await passages.getByRole("button", { name: `${MANUAL_TITLE} · p. 2`, exact: true }).waitFor();
  await lookAtAll("passages from the device");
  await go("/voice-agent");
  await recordNote(page, 1);
  await page.getByText("Saved on this device.").waitFor();
  const queue = await openQueue(page);
  await queue.getByRole("listitem").first().waitFor();
  await look("waiting to send");
  await go("/history");
  await page.getByRole("list", { name: "Not sent yet" }).waitFor();
  await lookAtAll("not sent yet, in the history");
  await go("/settings");
  await buttonOf(page)("Remove my data from this device").click();
  await page.getByText("2 things were never sent and would be lost.").waitFor();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("listitem").first().waitFor();
  await look("unsent work that would be lost");
  await go("/settings");
  await page.getByRole("button", { name: /^Download small/ }).click();
  await page.getByText("Waiting for a connection.").waitFor();
  await look("download of the speech model, waiting");
}

/** The settings while a second factor is added and removed. */
export async function factors(
  page: Page,
  server: FactorServer,
  { go, look, screen }: Visit,
): Promise<void> {
  const button = buttonOf(page);
  await go("/settings");
  await button("Add a phone number").click();
  await page.getByLabel("Phone number").fill("12");
  await button("Continue").click();
  await page.getByText("Enter the number with its country code").waitFor();
  await look("invalid number");
  if (screen === LIGHT_DESKTOP) return;
  await page.getByLabel("Phone number").fill("+15551234567");
  await button("Continue").click();
  await page.getByText("We sent a code to the phone that ends in 67.").waitFor();
  await look("code for a number");
  await page.getByLabel("6-digit code").fill(server.messages.at(-1)?.code ?? "");
  await button("Turn on").click();
  const added = page.getByRole("region", { name: "Second factor" });
  await added.getByRole("button", { name: /^Remove/ }).click();
  await page.getByText("Your password alone lets you in then.").waitFor();
  await look("removal of a second factor");
}
