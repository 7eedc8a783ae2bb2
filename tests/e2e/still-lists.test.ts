// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { shiftTrouble } from "../support/e2e/layout-shift.ts";
import { crowd } from "../support/e2e/people.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { TOUR_MS } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const EMPTY_COMPANY = "11111111-0000-4000-8000-000000000001";
const LONG = "Featherstonehaugh-Cholmondeley Heating and Refrigeration of Wolverhampton";

/** A company with many rows in every list, one with none, and 200 more; every ninth name is long. */
const MANY = `
  ${crowd("Crowd Ltd", 300)}
  insert into public.companies (id, name) values ('${EMPTY_COMPANY}', 'Empty Ltd');
  insert into public.companies (name)
    select 'Company ' || n || case when n % 9 = 0 then ' ${LONG}' else '' end
    from generate_series(1, 200) n;
  update public.profiles set company_id = null where email = 'person9@crowd.example';
  update public.profiles set full_name = full_name || ' ${LONG}'
    where email ~ '^person[0-9]*7@crowd.example$';
  insert into public.contact_form_submissions
      (company, name, email, phone, field_tech_count, current_crm)
    select 'Prospect ' || n, 'Name ' || n, 'p' || n || '@prospect.example', '+1 555 ' || n, '5', 'None'
    from generate_series(1, 200) n;
  do $$
  declare
    crowd uuid := (select id from public.companies where name = 'Crowd Ltd');
    person uuid := (select id from public.profiles where email = 'person3@crowd.example');
  begin
    insert into public.knowledge_base
        (file_name, file_path, company_id, allowed_agents, kind, size_bytes)
      select 'Manual ' || n || case when n % 6 = 0 then ' of ${LONG}' else '' end || '.pdf',
             crowd || '/' || n || '.pdf', crowd, '{label_agent}', 'pdf', 1
      from generate_series(1, 200) n;
    insert into public.golden_questions (company_id, agent, question, expected)
      select crowd, 'ask', 'Question ' || n, 'refusal' from generate_series(1, 40) n;
    insert into public.vocabulary_terms (company_id, term)
      select crowd, 'HP-' || n from generate_series(1, 300) n;
    insert into public.answer_feedback
        (user_id, company_id, agent, message_id, item_id, revision, verdict, question)
      select person, crowd, 'ask', gen_random_uuid(), gen_random_uuid(), 1, 'wrong', 'Why ' || n
      from generate_series(1, 60) n;
    insert into public.agent_logs (user_id, agent_type, input_type, input_data, output_summary)
      select person, 'ask', 'text', 'Question ' || repeat(n || ' ', 1 + n % 30), 'Answer'
      from generate_series(1, 120) n;
    insert into public.detailed_agent_logs
        (request_key, company_id, agent_type, action_type, status, input_text)
      select gen_random_uuid(), crowd, 'ask_agent', 'answer', 'failed', 'Question ' || n
      from generate_series(1, 150) n;
  end $$;
`;

/** The tabs of a company, each with what its list says when it is empty. */
const TABS: Readonly<Record<string, string | null>> = {
  users: "No team members yet",
  "activity-logs": "No activity yet",
  "knowledge-base": "No documents yet",
  answers: "No answers to look at",
  vocabulary: "No terms yet",
  "ai-settings": null,
};

let stack: Stack;
let page: Page;
/** Addresses with what is not true there. */
let addresses: [address: string, untrue: string | null][];

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(stack, MANY);
  const [crowdLtd] = await stack.rows("companies", "name=eq.Crowd%20Ltd&select=id");
  const tabs = Object.entries(TABS);
  addresses = [
    ["/admin?tab=companies", "No companies yet"],
    ...tabs.map(([tab, empty]): [string, string | null] => [
      `/admin?tab=${tab}&company=${crowdLtd?.id}`,
      empty,
    ]),
    ...tabs.map(([tab]): [string, null] => [`/admin?tab=${tab}&company=${EMPTY_COMPANY}`, null]),
    ["/detailed-logs", "No logs found matching your filters"],
    ["/contact-submissions", "No submissions yet."],
  ];
  page = await (await stack.browser()).newPage();
  // Nothing is on this device yet when the first list is opened.
  await page.context().route("**/rest/v1/company_overview*", (route) => route.abort());
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.context().unroute("**/rest/v1/company_overview*");
  await page.addInitScript(() => {
    const said = new Set<string>();
    Reflect.set(window, "saidSoFar", said);
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("main [role=status]")) {
        said.add(textContent);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
});
afterAll(() => stack.stop());

it.each([
  ["at first on a desktop", DESKTOP],
  ["again on a desktop", DESKTOP],
  ["on a phone", PHONE],
] as const)(
  "moves nothing and calls no list empty while the lists come, %s",
  async (_, size) => {
    await page.setViewportSize(size);
    const trouble: string[] = [];
    for (const [address, untrue] of addresses) {
      await page.goto(`${stack.network.url}${address}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForFunction(
        () => document.querySelector("main > *") && !document.querySelector("[data-loading]"),
      );
      await untilSettled(page);
      trouble.push(...(await shiftTrouble(page)).map((line) => `${address}: ${line}`));
      const said = await page.evaluate(() => [
        ...(Reflect.get(window, "saidSoFar") as Set<string>),
      ]);
      if (untrue !== null && said.includes(untrue)) trouble.push(`${address}: "${untrue}"`);
    }
    expect(trouble).toEqual([]);
  },
  TOUR_MS,
);

/** Pages with a long table, each with the headings that are pressed. */
const TABLES: readonly [address: string, headings: readonly string[]][] = [
  ["/admin?tab=companies", ["Name", "Users"]],
  ["/admin?tab=users", ["Name", "Email"]],
  ["/admin?tab=knowledge-base", ["Name"]],
  ["/admin?tab=activity-logs", ["Question", "Answer"]],
  ["/detailed-logs", ["Agent", "Status"]],
  ["/contact-submissions", ["Company", "Status"]],
];

it.each([0, 1500])(
  "shows a table in its new order at once, scrolled by %i px, and moves no row of it afterwards",
  async (scrolled) => {
    await page.setViewportSize(DESKTOP);
    const trouble: string[] = [];
    for (const [address, headings] of TABLES) {
      const company = addresses[1]?.[0].split("&")[1] ?? "";
      await page.goto(
        `${stack.network.url}${address}${address.includes("?") ? `&${company}` : ""}`,
      );
      await page.locator("tbody tr[data-id]").first().waitFor();
      for (const heading of headings) {
        await page.mouse.move(700, 500);
        await page.evaluate((top) => {
          const area = document.querySelector("[data-area]") ?? document.documentElement;
          area.scrollTo({ top, behavior: "instant" });
        }, scrolled);
        await untilSettled(page);
        const seen = await page.evaluate(picturesAfterPress, heading);
        const top = await page.evaluate(
          () => (document.querySelector("[data-area]") ?? document.documentElement).scrollTop,
        );
        if (top < scrolled / 2) trouble.push(`${address} ${heading}: scrolled to ${top}`);
        if (seen.length !== 1) trouble.push(`${address} ${heading}: ${seen.join(" then ")}`);
      }
    }
    expect(trouble).toEqual([]);
  },
  TOUR_MS,
);

/**
 * Runs in the page. Presses a heading, and tells where the rows on the screen are in each painted
 * frame with the new order, until nothing has changed for a second; equal frames count once.
 */
async function picturesAfterPress(title: string): Promise<string[]> {
  const heading = [...document.querySelectorAll("thead th")].find(
    ({ textContent }) => textContent === title,
  );
  if (heading === undefined) throw new Error(`No heading is called ${title}`);
  const before = heading.ariaSort;
  heading.querySelector("button")?.click();
  const seen: string[] = [];
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let changed = performance.now(); performance.now() - changed < 1000; ) {
    await painted();
    if (heading.ariaSort === before) continue;
    const rows = [...document.querySelectorAll<HTMLElement>("tbody tr[data-id]")]
      .map((row) => ({ id: row.dataset.id?.slice(0, 4), box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
      .map(({ id, box }) => `${id} at ${Math.round(box.top)}`)
      .join(", ");
    if (rows === seen.at(-1)) continue;
    seen.push(rows);
    changed = performance.now();
  }
  return seen;
}
