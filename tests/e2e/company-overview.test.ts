// @module-tag rest

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import { storedRows, writeRow } from "../support/e2e/device-storage.ts";
import { goOnline, lookAgain, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { rowOf } from "../support/e2e/rows.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { leaveWaiting } from "../support/e2e/waiting-items.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const stack = stackForTests({ ownBackend: true });
let page: Page;
let technician: string;

beforeAll(async () => {
  const { company, write } = stack;
  technician = await stack.userId(stack.technician);
  const administrator = await stack.userId(stack.administrator);
  await write("POST", "contact_form_submissions", {
    ...{ company: "Prospect", name: "Pat", email: "pat@prospect.example", phone: "1" },
    ...{ field_tech_count: "5", current_crm: "None" },
  });
  await write("POST", "agent_logs", {
    ...{ user_id: administrator, agent_type: "ask", input_type: "text", input_data: "Why?" },
    created_at: new Date(Date.now() - 40 * DAY_MS).toISOString(),
  });
  await write("POST", "detailed_agent_logs", {
    ...{ user_id: administrator, company_id: company.id, request_key: randomUUID() },
    ...{ user_email: stack.administrator, agent_type: "ask_agent", action_type: "answer" },
    ...{ status: "success", input_text: "Where is the van?", output_text: "Nothing" },
  });
  const none = { can_use_voice_agent: false, can_use_snap_agent: false };
  const path = `profiles?id=eq.${administrator}`;
  await write("PATCH", path, { ...none, can_use_label_agent: false });
  page = await signedIn(stack, stack.administrator, { device: "office", size: DESKTOP });
  await untilInstalled(page);
  await open();
});

const open = () => page.goto(`${stack.network.url}/admin?tab=company`);
const figure = (name: string) => page.getByRole("link", { name, exact: true });
const people = () => page.getByRole("list", { name: "People and devices" });
const names = () => people().getByRole("heading").allInnerTexts();

it("shows who never used an agent, what was not found and what waits, each with the way to its list", async () => {
  await figure("Never used an agent 1").waitFor();
  await figure("Have work unsent for days 0").waitFor();
  await figure("Have no agent but Ask 1").waitFor();
  await figure("Answers to look at 1").waitFor();
  await expect.poll(async () => (await names())[0]).toBe("Taylor Brooks");
  await rowOf(page, "People and devices", "Taylor Brooks")
    .getByText("Never used an agent")
    .waitFor();
  await people()
    .getByRole("link", { name: /^Activity of / })
    .click();
  await page.getByText("1 entry", { exact: true }).waitFor();
  await open();
  await figure("Found nothing in 12 weeks 1").click();
  await page
    .getByRole("list", { name: "Answers to look at" })
    .getByText("Where is the van?")
    .waitFor();
  await page.goBack();
  await figure("New requests for early access 1").click();
  await page.getByRole("heading", { name: "Pat" }).waitFor();
  await open();
});

it("shows what waits on a device for days, until it is sent", async () => {
  const phone = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
  await phone.goto(`${stack.network.url}/ask-agent`);
  stack.network.passage = (method, path) =>
    method === "POST" && path.startsWith("/functions/") ? "portal" : "pass";
  await leaveWaiting(phone, stack.network.url, technician, ["ask"]);
  const outbox = { personId: technician, table: "outbox" };
  const [item] = await storedRows(phone, outbox);
  const capturedAt = Date.now() - 3 * DAY_MS;
  await writeRow(phone, outbox, String(item?.id), { ...item, capturedAt });
  await lookAgain(phone);
  const told = () => stack.rows("device_queues", "select=user_id,waiting");
  await expect.poll(told).toEqual([{ user_id: technician, waiting: 1 }]);
  await page.reload();
  await figure("Have work unsent for days 1").click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("People and devices");
  await rowOf(page, "People and devices", "Taylor Brooks")
    .getByText(/^1 item waits on Desktop [0-9a-f]{8} since .+, as of /)
    .waitFor();
  expect(await axeTrouble(page)).toEqual([]);

  stack.network.passage = () => "pass";
  await goOnline(stack, phone);
  await syncStatus(phone, "Everything sent").waitFor();
  await expect.poll(told).toEqual([{ user_id: technician, waiting: 0 }]);
  await page.reload();
  await figure("Never used an agent 0").waitFor();
  await figure("Have work unsent for days 0").waitFor();
});
