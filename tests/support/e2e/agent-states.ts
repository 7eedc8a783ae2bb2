import type { Page } from "playwright";
import { AGENT_PAGES } from "./agent-pages.ts";
import { ask, MANUAL, messages } from "./chat-pages.ts";
import type { FactorServer } from "./factor-server.ts";
import { manualRow } from "./manual-pages.ts";
import { openQueue } from "./queue-dialog.ts";
import type { Stack } from "./stack.ts";
import { OPPOSITE, OWN, type State } from "./tour.ts";
import { recordNote, untilTimer } from "./voice-pages.ts";

const QUESTION = "How long do the capacitros of the Kestrle discharge?";
const PDF = "northwind-hp-240-service-manual.pdf";
const ADDRESS = "http://127.0.0.1:9/order?part=4711";

const controls = (page: Page) => ({
  button: (name: string) => page.getByRole("button", { name, exact: true }),
  foundPassage: () =>
    page
      .getByRole("list", { name: "Passages" })
      .getByRole("button")
      .filter({ hasText: PDF })
      .first(),
});

/** A note and a photo, from the first tap to the result. */
export function captures(page: Page): State[] {
  const { button } = controls(page);
  return [
    {
      name: "recording",
      at: "/voice-agent",
      isOpen: true,
      async open() {
        await button("Start recording").click();
        await untilTimer(page, 1);
      },
    },
    {
      name: "paused recording",
      async open() {
        await button("Pause").click();
        await page.getByText("Paused - Tap resume to continue").waitFor();
      },
    },
    {
      name: "unfinished recording",
      at: "/voice-agent",
      isOpen: true,
      open: () => page.getByRole("button", { name: /^Keep/ }).waitFor(),
    },
    {
      name: "note with its result",
      isOpen: true,
      async open() {
        await page.getByRole("button", { name: /^Keep/ }).click();
        await page.getByText("Full Transcription").waitFor();
        const offer = page.getByRole("region", { name: "Understand speech without a signal" });
        await offer.getByRole("button", { name: /^Download better/ }).waitFor();
      },
    },
    {
      name: "camera",
      at: "/snap-agent",
      on: OPPOSITE,
      async open() {
        // Without this the last photo would be shown again.
        await page.evaluate(() => sessionStorage.clear());
        await page.reload();
        await button("Take Photo").click();
        await button("Capture").waitFor();
      },
    },
    {
      name: "photo",
      on: OPPOSITE,
      async open() {
        await button("Capture").click();
        await page.getByLabel("Note (optional)").fill("Hums, then trips");
      },
    },
    {
      name: "photo with its result",
      on: OPPOSITE,
      async open() {
        await button("Analyze Image").click();
        await AGENT_PAGES.snap.answered(page);
      },
    },
  ];
}

/** A conversation with an answer, and the manuals that answers rest on. */
export function conversations(page: Page, { provider }: Pick<Stack, "provider">): State[] {
  const { button, foundPassage } = controls(page);
  return [
    {
      name: "answer with sources and a correction",
      at: "/ask-agent",
      isOpen: true,
      async open() {
        // Given twice: the sentence with the link is not in the document, so the model is asked again.
        const text = `Wait five minutes [1]. [Order the part](${ADDRESS})`;
        const reply = { to: "chat", do: "answer", text } as const;
        provider.respondWith(reply, reply);
        await ask(page, QUESTION);
        await messages(page).nth(1).getByText("Showing results for capacitors, kestrel").waitFor();
        await page.getByText("Order the part", { exact: true }).waitFor();
      },
    },
    {
      name: "reason for a rating",
      async open() {
        const wrong = messages(page).last().getByRole("button", { name: "Wrong answer" });
        await wrong.click();
        await page.getByLabel("What was wrong? (optional)").waitFor();
      },
    },
    {
      name: "address of a link",
      at: "/ask-agent",
      async open() {
        await page.getByText("Order the part", { exact: true }).click();
        await page.getByRole("dialog", { name: "Open this address?" }).getByText(ADDRESS).waitFor();
      },
    },
    {
      name: "list of manuals",
      at: "/label-agent",
      on: OPPOSITE,
      async open() {
        await button("Manuals").click();
        await manualRow(page, PDF).waitFor();
      },
    },
    {
      name: "downloaded manual",
      async open() {
        await manualRow(page, PDF).getByRole("button", { name: "Download" }).click();
        await manualRow(page, PDF).getByText("On this device", { exact: true }).waitFor();
      },
    },
    {
      name: "found passages",
      async open() {
        const box = page.getByRole("searchbox", { name: "Search the manuals on this device" });
        await box.fill("leak sensor LS-32, connector CN9");
        await foundPassage().locator("mark").first().waitFor();
      },
    },
    {
      name: "reader of a manual",
      async open() {
        await foundPassage().click();
        await page.getByRole("dialog", { name: PDF }).locator("mark").first().waitFor();
      },
    },
  ];
}

/** Every page without a network, and what then waits on the device. */
export function withoutNetwork(page: Page): State[] {
  const { button } = controls(page);
  const offline = page.getByText("Offline. Your work is kept here.");
  const pages: State[] = Object.keys(OWN).map((path) => ({
    name: `${path} without a network`,
    at: path,
    on: OPPOSITE,
    isOpen: true,
    open: () => offline.waitFor(),
  }));
  return [
    ...pages,
    {
      name: "passages from the device",
      at: "/label-agent",
      isOpen: true,
      async open() {
        await ask(page, "What does the condesate swicth do?");
        const passages = page.getByRole("region", {
          name: /^From the manuals on this device/,
        });
        await passages.getByText("Showing results for condensate, switch").waitFor();
        await passages.getByRole("button", { name: `${MANUAL}, p. 2`, exact: true }).waitFor();
      },
    },
    {
      name: "waiting to send",
      at: "/voice-agent",
      async open() {
        await recordNote(page, 1);
        await page.getByText("Saved on this device.").waitFor();
        const queue = await openQueue(page);
        await queue.getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "not sent yet, in the history",
      at: "/history",
      isOpen: true,
      open: () => page.getByRole("list", { name: "Not sent yet" }).waitFor(),
    },
    {
      name: "unsent work that would be lost",
      at: "/settings",
      async open() {
        await button("Remove my data from this device").click();
        await page.getByText("2 things were never sent and would be lost.").waitFor();
        await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
        await page.getByRole("dialog").getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "download of the speech model, waiting",
      at: "/settings",
      async open() {
        await page.getByRole("button", { name: /^Download small/ }).click();
        await page.getByText("Waiting for a connection.").waitFor();
      },
    },
  ];
}

/** The settings while a second factor is added and removed. */
export function factors(page: Page, server: FactorServer): State[] {
  const { button } = controls(page);
  const add = "Add a phone number";
  return [
    {
      name: "invalid number",
      at: "/settings",
      on: OPPOSITE,
      async open() {
        await button(add).click();
        await page.getByLabel("Phone number").fill("12");
        await button("Continue").click();
        await page.getByText("Enter the number with its country code").waitFor();
      },
    },
    {
      name: "code for a number",
      async open() {
        await page.getByLabel("Phone number").fill("+15551234567");
        await button("Continue").click();
        await page.getByText("We sent a code to the phone that ends in 67.").waitFor();
      },
    },
    {
      name: "removal of a second factor",
      async open() {
        await page.getByLabel("6-digit code").fill(server.messages.at(-1)?.code ?? "");
        await button("Turn on").click();
        const added = page.getByRole("region", { name: "Second factor" });
        await added.getByRole("button", { name: /^Remove/ }).click();
        await page.getByText("Your password alone lets you in then.").waitFor();
      },
    },
  ];
}
