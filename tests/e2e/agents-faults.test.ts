import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { addKestrelManual, ask, MANUAL, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

const QUESTION = "What does K17 mean on the Kestrel 900?";

let stack: Stack;
let page: Page;

async function openStack(options: Parameters<typeof startStack>[0]): Promise<void> {
  stack = await startStack(options);
  await addKestrelManual(stack);
  const browser = await stack.browser();
  page = await browser.newPage();
  await signInAs(page, stack.network.url, TECHNICIAN);
}

async function open(path: string): Promise<void> {
  await page.goto(`${stack.network.url}${path}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

const source = () => page.getByRole("button", { name: `${MANUAL}, p. 2`, exact: true });

/** What a question left on the server: everything once. */
async function expectOnce(agent: "label" | "ask"): Promise<void> {
  await syncStatus(page, "Everything sent").waitFor();
  const pair = await stack.rows(`${agent}_agent_conversations`, "select=role&order=created_at");
  expect(pair).toEqual([{ role: "user" }, { role: "assistant" }]);
  expect(await stack.rows("agent_logs", `agent_type=eq.${agent}`)).toHaveLength(1);
  const detailed = await stack.rows("detailed_agent_logs", `agent_type=eq.${agent}_agent`);
  expect(detailed).toMatchObject([{ status: "success" }]);
}

describe("without a provider", () => {
  beforeAll(() => openStack({ withProvider: false }));
  afterAll(() => stack.stop());

  it("a question is answered with passages, and a photo waits until there is one", async () => {
    await open("/label-agent");
    await ask(page, QUESTION);
    await source().waitFor();
    await page.getByRole("log").getByText("condensate float switch is open").first().waitFor();
    await expectOnce("label");
    const [answered] = await stack.rows("detailed_agent_logs", "agent_type=eq.label_agent");
    expect(answered).toMatchObject({ ai_model: null, total_tokens: null });

    await open("/snap-agent");
    await page.getByRole("button", { name: "Take Photo" }).click();
    await page.getByRole("button", { name: "Capture" }).click();
    await page.getByRole("button", { name: "Analyze Image" }).click();
    await page
      .getByText(/Waiting for image analysis to be set up/)
      .first()
      .waitFor();
    expect(await stack.rows("detailed_agent_logs", "agent_type=eq.snap_agent")).toMatchObject([
      { status: "failed" },
    ]);

    await stack.restart({ withProvider: true });
    await syncStatus(page, "1 waiting to send").click();
    await page.getByRole("dialog").getByRole("button", { name: "Retry" }).click();
    await page.keyboard.press("Escape");
    await syncStatus(page, "Everything sent").waitFor();
    expect(stack.provider.callsTo("chat")).toHaveLength(1);
    expect(await stack.rows("agent_logs", "agent_type=eq.snap")).toHaveLength(1);
    expect(await stack.rows("detailed_agent_logs", "agent_type=eq.snap_agent")).toMatchObject([
      { status: "success" },
    ]);
  });
});

describe("with a provider", () => {
  beforeAll(() => openStack({}));
  afterAll(() => stack.stop());
  beforeEach(() => stack.provider.reset());
  afterEach(() => {
    stack.network.passage = () => "pass";
  });

  it("a reply is lost after the server finished: Label asked once, and answers once", async () => {
    await open("/label-agent");
    await questionBox(page).waitFor();
    let losing = true;
    stack.network.passage = (_, path) =>
      losing && path.startsWith("/functions/v1/label-query") ? "lose-reply" : "pass";
    await ask(page, QUESTION);
    await messages(page).getByText("Waiting to send").first().waitFor();
    losing = false;
    await messages(page).getByText("Waiting to send").first().waitFor({ state: "detached" });
    await source().waitFor();
    await expectOnce("label");
    expect(stack.provider.callsTo("chat")).toHaveLength(1);
  });

  it("the provider fails for a while and is back: Ask answers, once", async () => {
    await open("/ask-agent");
    // As often as one request of ours asks it.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      stack.provider.respondWith({ to: "chat", do: "status", status: 503 });
    }
    await ask(page, QUESTION);
    await source().waitFor();
    await expectOnce("ask");
    expect(stack.provider.callsTo("chat")).toHaveLength(4);
  });
});

describe("a person", () => {
  beforeAll(() => openStack({ env: { AI_PACE_PER_MINUTE: "1" } }));
  afterAll(() => stack.stop());

  it("who asks too fast is asked to wait, and nothing is lost", async () => {
    await open("/ask-agent");
    await ask(page, QUESTION);
    await source().waitFor();
    await ask(page, "And what is K18?");
    await page
      .getByText(/Too much was sent at once/)
      .first()
      .waitFor();
    await syncStatus(page, "1 waiting to send").waitFor();
    // The worker and the page were woken meanwhile, and left the server alone.
    const calls = stack.network.passed.filter((line) => line === "POST /functions/v1/ask-query");
    expect(calls.length).toBeLessThanOrEqual(3);
    const [latest] = await stack.rows("detailed_agent_logs", "order=created_at.desc&limit=1");
    expect(latest).toMatchObject({ status: "rate_limited" });
    expect(stack.provider.callsTo("chat")).toHaveLength(1);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await syncStatus(page, "Everything sent").waitFor();
  });

  it.each([
    [{ can_use_label_agent: false }, "no access to this agent"],
    [{ status: "suspended" }, "does not accept this from your account"],
  ])("who is changed to %j meanwhile is told, and the question is kept", async (change, words) => {
    await open("/label-agent");
    await questionBox(page).waitFor();
    const id = await stack.userId(TECHNICIAN);
    await rest(stack.backend, "service", "PATCH", `profiles?id=eq.${id}`, change);
    await ask(page, QUESTION);
    await page.getByRole("alert").filter({ hasText: "Query Error" }).waitFor();
    await messages(page).getByText(new RegExp(words)).first().waitFor();
    expect(await stack.rows("agent_logs", "agent_type=eq.label")).toEqual([]);
    await rest(stack.backend, "service", "PATCH", `profiles?id=eq.${id}`, {
      can_use_label_agent: true,
      status: "active",
    });
    await messages(page).getByRole("button", { name: "Discard" }).first().click();
    await page.getByRole("button", { name: "Discard for good" }).click();
    await syncStatus(page, "Everything sent").waitFor();
  });
});
