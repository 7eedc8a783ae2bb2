// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { minutesAgo, writeDetailedLogs } from "../support/e2e/detailed-logs.ts";
import { archive } from "../support/e2e/file-faults.ts";
import { keyboardTrouble } from "../support/e2e/keyboard-walk.ts";
import { overlapTrouble } from "../support/e2e/overlaps.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { DESKTOP, SCREENS, show } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { labelOf } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const DEMO = "Cascade Climate Services";
/** Rows of each list. */
const MANY = 200;
/** People without a company. */
const ALONE = 40;
const LONG = "Featherstonehaugh-Cholmondeley of Wolverhampton Heating, Cooling and Ventilation";
const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

/** A list, what names the column of its rows' names, and the two names that sort to the ends. */
const LISTS = [
  { address: "/admin?tab=companies", label: "Companies", by: "Name", ends: ["AAA", "Zz"] },
  { address: "/admin?tab=companies", label: "Without a company", by: "Name", ends: ["AAA", "Zz"] },
  { address: "/admin?tab=activity-logs", label: "Activity", by: "Question", ends: ["AAA", "Zz"] },
  { address: "/admin?tab=knowledge-base", label: "Documents", by: "Name", ends: ["AAA", "Zz"] },
  { address: "/admin?tab=vocabulary", label: "Vocabulary", by: "Term", ends: ["AAA", "Zz"] },
  {
    address: "/admin?tab=answers",
    label: "Answers to look at",
    by: "Question",
    ends: ["AAA", "Zz"],
  },
  { address: "/admin?tab=answers", label: "Golden set", by: "Question", ends: ["AAA", "Zz"] },
  { address: "/detailed-logs", label: "Logs", by: "User email", ends: ["aaa@", "zz@"] },
] as const;

let stack: Stack;
let page: Page;
/** The company to which the rows belong; others come before it in the alphabet. */
let company: string;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(
    stack,
    `${archive(DEMO, MANY)}
     update public.knowledge_base set file_name = 'AAA ${WORD}.pdf' where file_name = 'Archive 007.pdf';
     update public.knowledge_base set file_name = 'Zz ${LONG}.pdf' where file_name = 'Archive 199.pdf';
     insert into public.companies (name) select 'Company ' || n from generate_series(1, ${MANY}) n;
     insert into auth.users (id, email, raw_user_meta_data)
       select gen_random_uuid(), 'alone' || n || '@nowhere.example',
              jsonb_build_object('full_name', 'Alone ' || n)
       from generate_series(1, ${ALONE}) n;
     update public.profiles set full_name = 'AAA ${WORD}' where full_name = 'Alone 7';
     update public.profiles set full_name = 'Zz ${LONG}' where full_name = 'Alone 31';
     update public.companies set name = 'AAA ${WORD}' where name = 'Company 7';
     update public.companies set name = 'Zz ${LONG}' where name = 'Company 199';`,
  );
  const user_id = await stack.userId(stack.technician);
  const [profile] = await stack.rows("profiles", `select=company_id&email=eq.${stack.technician}`);
  company = String(profile?.company_id);
  const texts = Array.from(
    { length: 40 },
    (_, at) => `Note ${at} ${"of the pump. ".repeat(at % 9)}`,
  );
  texts[7] = `AAA ${WORD} ${"It is loud. ".repeat(60)}`;
  texts[31] = `Zz ${LONG}?`;
  const written = await rest(
    ...([stack.backend, "service", "POST", "agent_logs"] as const),
    texts.map((input_data, at) => ({
      ...{ id: crypto.randomUUID(), user_id, agent_type: "ask", input_type: "text", input_data },
      ...{ output_summary: `**Answer** ${input_data}`.slice(0, 500), created_at: minutesAgo(at) },
    })),
  );
  expect(written.status).toBeLessThan(300);
  await writeDetailedLogs(
    stack,
    Array.from({ length: 90 }, (_, at) => ({
      ...{ company_id: company, created_at: minutesAgo(at) },
      ...{ input_text: texts[at % 40], total_tokens: at, total_request_time_ms: 900 + at },
      user_email: at === 7 ? `aaa@${WORD}.example` : at === 31 ? "zz@b.example" : stack.technician,
    })),
  );
  const terms = await rest(
    ...([stack.backend, "service", "POST", "vocabulary_terms"] as const),
    Array.from({ length: MANY }, (_, at) => ({
      ...{ id: crypto.randomUUID(), company_id: company, heard: at % 5 === 0 ? `hx ${at}` : null },
      term:
        at === 7 ? `AAA ${WORD}`.slice(0, 80) : at === 31 ? `Zz ${LONG}`.slice(0, 80) : `HX-${at}`,
    })),
  );
  expect(terms.status).toBeLessThan(300);
  const golden = await rest(
    ...([stack.backend, "service", "POST", "golden_questions"] as const),
    texts.map((question) => ({
      ...{ id: crypto.randomUUID(), company_id: company, agent: "ask", question },
      ...{ expected: "words", expected_text: WORD, file_id: null },
    })),
  );
  expect(golden.status).toBeLessThan(300);
  // Older than the other logs, of which the newest are shown.
  await writeDetailedLogs(
    stack,
    texts.slice(0, 20).map((_, at) => ({
      ...{ user_id, company_id: company, user_email: stack.technician, agent_type: "ask_agent" },
      ...{ action_type: "answer", output_text: "I could not find this in your documents" },
      input_text: texts[at === 8 ? 31 : at],
      created_at: minutesAgo(5000 + at),
    })),
  );
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(DESKTOP);
  page.setDefaultTimeout(30_000);
  await signInAs(page, stack.network.url, stack.superAdministrator);
});
afterAll(() => stack.stop());

const table = (name: string) => page.getByRole("table", { name, exact: true });
/** The heading of the column that a list is sorted by. Two tables of a page may have one of the same name. */
const headingOf = ({ label, by }: { label: string; by: string }) =>
  table(label).getByRole("columnheader", { name: by, exact: true });
const close = () => page.getByRole("button", { name: "Close details" });
const focused = () =>
  page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex"));

async function open({ address, label }: { address: string; label: string }): Promise<void> {
  const url = new URL(address, stack.network.url);
  url.searchParams.set("company", company);
  await page.goto(url.href);
  await table(label).locator("tbody tr[data-id]").first().waitFor();
  // Rows above it are measured as they come into view, and an earlier visit's place is brought back.
  await table(label).scrollIntoViewIfNeeded();
  await untilSettled(page);
}

it.each(LISTS)("sorts $label by a column, and keeps the order over a reload", async (list) => {
  await open(list);
  const first = table(list.label).locator('tr[aria-rowindex="2"]');
  const [least, most] = list.ends;
  await headingOf(list).getByRole("button").click();
  await first.filter({ hasText: least }).waitFor();
  // Rows that come in this order anyway stand so before the press is shown.
  await expect.poll(() => headingOf(list).getAttribute("aria-sort")).toBe("ascending");
  await headingOf(list).getByRole("button").click();
  await first.filter({ hasText: most }).waitFor();
  await page.waitForURL(/[?&]sort=-[\w-]+(&|$)/);
  await page.reload();
  await first.filter({ hasText: most }).waitFor();
});

it.each(LISTS)("moves in $label by keyboard, and opens a row beside them", async (list) => {
  await open(list);
  await table(list.label).getByRole("rowheader").first().getByRole("button").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("3");
  await page.keyboard.press("End");
  const count = await table(list.label).getAttribute("aria-rowcount");
  await expect.poll(focused).toBe(count);
  await page.keyboard.press("Enter");
  await close().waitFor();
  const details = page.locator("section[data-id]");
  const before = await details.getAttribute("aria-label");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => details.getAttribute("aria-label")).not.toBe(before);
  const [beside, of] = await Promise.all([details.boundingBox(), table(list.label).boundingBox()]);
  expect(beside?.x).toBeGreaterThan((of?.x ?? 0) + (of?.width ?? 0));
  expect(beside?.y).toBeLessThan(DESKTOP.height);
  await page.keyboard.press("Escape");
  await close().waitFor({ state: "detached" });
  expect(await focused()).toBe(String(Number(count) - 1));
});

it.each(LISTS)("is accessible in $label with long names and open details", async (list) => {
  for (const screen of SCREENS.filter(({ width }) => width === DESKTOP.width)) {
    await show(page, screen);
    await open(list);
    await headingOf(list).getByRole("button").click();
    await table(list.label)
      .locator('tr[aria-rowindex="2"]')
      .filter({ hasText: list.ends[0] })
      .waitFor();
    await untilSettled(page);
    const name = `${list.label}-${labelOf(screen)}`;
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/table-${name}.png` });
    }
    await table(list.label).getByRole("rowheader").first().click();
    await close().waitFor();
    await untilSettled(page);
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/table-${name}-open.png` });
    }
    const trouble = [
      ...(await axeTrouble(page)),
      ...(await targetTrouble(page)),
      ...(await overlapTrouble(page)),
      ...(await keyboardTrouble(page)),
    ];
    expect(trouble, name).toEqual([]);
  }
});

it("keeps the focus when the open person gets a company, is deleted, and is the last one", async () => {
  const name = "Without a company";
  await page.setViewportSize(DESKTOP);
  await open({ address: "/admin?tab=companies&sort=person-name", label: name });
  const isFocused = (label: string) =>
    table(label).evaluate((element) => element === document.activeElement);
  const details = (person: string) => page.getByRole("region", { name: person, exact: true });
  const openPerson = async (person: string) => {
    await table(name).getByRole("rowheader", { name: person, exact: true }).click();
    await details(person).waitFor();
  };
  const assign = async (person: string) => {
    await openPerson(person);
    await details(person).getByLabel("Company").selectOption({ index: 1 });
    await details(person).getByRole("button", { name: "Assign" }).press("Enter");
    await details(person).waitFor({ state: "detached" });
  };
  await assign("Alone 1");
  await expect.poll(() => isFocused(name)).toBe(true);

  await openPerson("Alone 2");
  await details("Alone 2").getByRole("button", { name: "Delete" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete user?" });
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await details("Alone 2").waitFor({ state: "detached" });
  await expect.poll(() => isFocused(name)).toBe(true);

  const others = await stack.rows("profiles", "select=id&email=like.alone*&full_name=neq.Alone 3");
  const assigned = await rest(
    ...([stack.backend, "service", "PATCH"] as const),
    `profiles?id=in.(${others.map(({ id }) => id).join()})`,
    { company_id: company },
  );
  expect(assigned.status).toBeLessThan(300);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "1 person has no company" }).waitFor();
  // No company is shown, so there is no table of them to which the focus could go.
  await page.getByRole("searchbox", { name: "Search companies" }).fill("no company is named so");
  await table("Companies").waitFor({ state: "detached" });
  await assign("Alone 3");
  await table(name).waitFor({ state: "detached" });
  const search = page.getByRole("searchbox", { name: "Search companies" });
  await expect
    .poll(() => search.evaluate((element) => element === document.activeElement))
    .toBe(true);
});
