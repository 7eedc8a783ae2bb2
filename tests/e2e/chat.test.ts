import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import {
  addKestrelManual,
  ask,
  devicePassages,
  MANUAL_TITLE,
  messages,
  questionBox,
  sendButton,
  untilManualOnDevice,
  voiceButton,
} from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { syncStatus, untilTimer } from "../support/e2e/voice-pages.ts";

const PATIENCE = { timeout: 60_000 };
const ANALYZING = {
  ask: "AI is analyzing company documents...",
  label: "AI is analyzing knowledge base...",
};

const stack = stackForTests();
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  await addKestrelManual(stack);
  page = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
  browser = stack.browserOf(page);
});

const open = (path: string) => page.goto(`${stack.network.url}${path}`);
const said = (text: string | RegExp) => messages(page).getByText(text);

it("asks, shows the answer with its sources, and shows the conversation again after reopening", async () => {
  await open("/ask-agent");
  await expect.poll(() => voiceButton(page).isEnabled()).toBe(true);
  expect(await sendButton(page).isDisabled()).toBe(true);

  stack.provider.respondWith({
    to: "chat",
    do: "hold",
    text: 'The **float switch** is open [1]. <img src=x onerror="document.title=1"> [a](javascript:alert(1))',
  });
  await questionBox(page).fill("What does fault code K17");
  expect(await voiceButton(page).isDisabled()).toBe(true);
  await questionBox(page).press("Shift+Enter");
  await questionBox(page).pressSequentially("on the Kestrel 900 mean?");
  await questionBox(page).press("Enter");
  await page.getByText(ANALYZING.ask).waitFor();
  await questionBox(page).fill("And what then?");
  expect(await sendButton(page).isDisabled()).toBe(true);
  await questionBox(page).press("Enter");
  expect(await questionBox(page).inputValue()).toBe("And what then?");
  await stack.provider.called(1, "chat");
  stack.provider.release();

  await said(/float switch/).waitFor(PATIENCE);
  await page.getByText(ANALYZING.ask).waitFor({ state: "detached" });
  expect(await messages(page).count()).toBe(2);
  await messages(page)
    .last()
    .getByRole("button", { name: `${MANUAL_TITLE} · p. 2`, exact: true })
    .waitFor();
  await page.getByRole("button", { name: `Source 1: ${MANUAL_TITLE} · p. 2` }).waitFor();
  await said('<img src=x onerror="document.title=1">').waitFor();
  expect(await page.getByRole("log").locator("img, a").count()).toBe(0);
  expect(await messages(page).first().textContent()).toContain("K17\non the Kestrel");
  await expect.poll(() => sendButton(page).isEnabled()).toBe(true);
  await questionBox(page).fill("  \n ");
  await questionBox(page).press("Enter");
  expect(await messages(page).count()).toBe(2);

  await open("/dashboard");
  await open("/ask-agent");
  await said(/float switch/).waitFor();
  expect(await messages(page).count()).toBe(2);
  await page.getByRole("link", { name: "Back" }).click();
  await page.waitForURL("**/dashboard");
  expect(stack.provider.callsTo("chat")).toHaveLength(1);
  expect(await stack.rows("ask_agent_conversations")).toHaveLength(2);

  await open("/history");
  const entry = page.getByRole("list", { name: "History" }).getByRole("listitem").first();
  await entry.getByText(/^The float switch is open\. <img/).waitFor(PATIENCE);
  expect(await entry.textContent()).not.toMatch(/[*[\]]/);
  expect(browser.consoleTrouble).toEqual([]);
});

it("keeps questions asked offline, and sends once the one that is not withdrawn", async () => {
  await open("/label-agent");
  await questionBox(page).waitFor();
  await untilManualOnDevice(page, await stack.userId(stack.technician));
  const chats = stack.provider.callsTo("chat").length;
  stack.network.cut();
  await ask(page, "What do I do before opening the Kestrel 900 cabinet?");
  await messages(page).nth(0).getByText("Waiting to send").waitFor(PATIENCE);
  const passages = devicePassages(page).first();
  await passages.getByText(/isolate the supply and wait five minutes/).waitFor(PATIENCE);
  await passages.getByRole("button", { name: `${MANUAL_TITLE} · p. 1`, exact: true }).waitFor();
  await passages
    .getByRole("listitem")
    .filter({ hasText: /isolate the supply and wait five/ })
    .getByText("Show the whole section")
    .click();
  await expect.poll(() => passages.getByText(/isolate the supply and wait five/).count()).toBe(2);
  await ask(page, "What does K17 mean?");
  await messages(page).nth(1).getByText("Waiting to send").waitFor(PATIENCE);
  await syncStatus(page, "2 waiting to send").waitFor();
  await messages(page).nth(1).getByRole("button", { name: "Withdraw" }).click();
  await expect.poll(() => questionBox(page).inputValue()).toBe("What does K17 mean?");
  await expect.poll(() => messages(page).count()).toBe(1);
  await page.close();
  await browser.close();

  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await open("/label-agent");
  await messages(page).nth(0).getByText("Waiting to send").waitFor(PATIENCE);
  expect(await messages(page).count()).toBe(1);
  expect(await stack.rows("label_agent_conversations")).toEqual([]);
  stack.network.restore();
  const answer = messages(page).nth(1);
  await answer
    .getByRole("button", { name: `${MANUAL_TITLE} · p. 1`, exact: true })
    .waitFor(PATIENCE);
  await page.getByText("Waiting to send", { exact: true }).waitFor({ state: "detached" });
  expect(await messages(page).count()).toBe(2);
  expect(await devicePassages(page).getByRole("button").count()).toBe(0);

  expect(stack.provider.callsTo("chat")).toHaveLength(chats + 1);
  const pair = await stack.rows("label_agent_conversations", "select=*&order=created_at");
  expect(pair.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await stack.rows("agent_logs", "agent_type=eq.label")).toHaveLength(1);
  expect(await stack.rows("detailed_agent_logs", "agent_type=eq.label_agent")).toHaveLength(1);

  await open("/dashboard");
  await open("/label-agent");
  await page.getByRole("list", { name: "Example questions" }).waitFor();
  expect(await messages(page).count()).toBe(0);
});

it("hears a spoken question, and forgets it when asked to", async () => {
  await open("/label-agent");
  await voiceButton(page).click();
  await page.getByText("Listening...").waitFor(PATIENCE);
  expect(await sendButton(page).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Listening...").waitFor({ state: "detached" });
  await expect.poll(() => voiceButton(page).isEnabled()).toBe(true);
  expect(await messages(page).count()).toBe(0);

  stack.network.cut();
  await voiceButton(page).click();
  await untilTimer(page, 2);
  await page.getByRole("button", { name: "Stop" }).click();
  await said(/^Spoken question, \d:\d\d$/).waitFor(PATIENCE);
  await messages(page).getByRole("button", { name: "Play" }).waitFor();
  stack.provider.respondWith({ to: "transcription", do: "answer", text: "What does K17 mean?" });
  stack.network.restore();
  await said("What does K17 mean?").waitFor(PATIENCE);
  await page.getByRole("button", { name: `${MANUAL_TITLE} · p. 2`, exact: true }).waitFor(PATIENCE);
  await syncStatus(page, "Everything sent").waitFor();
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  const logs = await stack.rows("agent_logs", "agent_type=eq.label&input_type=eq.voice");
  expect(logs).toMatchObject([{ input_data: "What does K17 mean?" }]);
});
