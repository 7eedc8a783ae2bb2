// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { minutesAgo, writeDetailedLogs } from "../support/e2e/detailed-logs.ts";
import { crowd } from "../support/e2e/people.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** Rows of very different heights: which are on the screen does not follow from the offset alone. */
const textOf = (place: number) => `Entry ${place} ${"of many words ".repeat((place * 7) % 40)}`;
const PLACES = Array.from({ length: 90 }, (_, place) => place);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(
    stack,
    `${crowd("Crowd Ltd", PLACES.length)}
     update public.profiles set company_id =
       (select company_id from public.profiles where email = '${stack.administrator}')
       where email like '%@crowd.example';
     insert into public.golden_questions (company_id, agent, question, expected)
       select company_id, 'ask', 'Question ' || n, 'refusal'
       from public.profiles, generate_series(1, 40) n where email = '${stack.administrator}';
     insert into public.answer_feedback
         (user_id, company_id, agent, message_id, item_id, revision, verdict, question)
       select id, company_id, 'ask', gen_random_uuid(), gen_random_uuid(), 1, 'wrong', 'Why ' || n
       from public.profiles, generate_series(1, 40) n where email = '${stack.administrator}';`,
  );
  const user_id = await stack.userId(stack.technician);
  const [profile] = await stack.rows("profiles", `select=company_id&email=eq.${stack.technician}`);
  const company_id = profile?.company_id;
  const written = await rest(
    stack.backend,
    "service",
    "POST",
    "agent_logs",
    PLACES.map((place) => ({
      ...{ id: crypto.randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
      ...{ input_data: textOf(place), output_summary: textOf(place).slice(0, 500) },
      created_at: minutesAgo(place),
    })),
  );
  expect(written.status).toBeLessThan(300);
  await writeDetailedLogs(
    stack,
    PLACES.map((place) => ({
      ...{ company_id, user_email: stack.technician, output_text: textOf(place) },
      created_at: minutesAgo(place),
    })),
  );
  const requests = await rest(
    stack.backend,
    "service",
    "POST",
    "contact_form_submissions",
    PLACES.map((place) => ({
      ...{ company: `Company ${place}`, name: "Jo", email: "jo@example.com", phone: "1" },
      ...{ field_tech_count: "5", current_crm: textOf(place).slice(0, 200) },
      created_at: minutesAgo(place),
    })),
  );
  expect(requests.status).toBeLessThan(300);
});
afterAll(() => stack.stop());

/**
 * The first row whose end is on the screen, where it is, and whether the page has noted just that.
 */
function firstRow(page: Page): Promise<{ id: string; top: number; isNoted: boolean } | null> {
  return page.evaluate(() => {
    const noted = Object.entries(sessionStorage)
      .filter(([key]) => key.startsWith("scroll:"))
      .flatMap(
        ([, places]) => JSON.parse(places) as { row: { id: string; offset: number } | null }[],
      );
    const rows = document.querySelectorAll<HTMLElement>("[data-id][data-index]");
    const area = document.querySelector<HTMLElement>("[data-area]");
    const above = area === null ? 0 : area.getBoundingClientRect().top;
    for (const row of rows) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom <= above) continue;
      const isNoted = noted.some(
        ({ row: place }) =>
          place?.id === row.dataset.id && Math.abs((place?.offset ?? 0) - (top - above)) < 1,
      );
      return { id: row.dataset.id ?? "", top: Math.round(top), isNoted };
    }
    return null;
  });
}

/**
 * Waits until nothing has scrolled for so many frames that the page is sure of its place. A press before that would leave
 * it where it just is.
 */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const place = () => `${window.scrollY} ${document.querySelector("[data-area]")?.scrollTop}`;
    let last = place();
    for (let still = 0; still < 30; ) {
      await new Promise(requestAnimationFrame);
      still = place() === last ? still + 1 : 0;
      last = place();
    }
  });
}

it.each([
  ["technician", "/history", "History", "Home", PHONE],
  ["administrator", "/detailed-logs", "Logs", "Home", PHONE],
  ["administrator", "/detailed-logs", "Logs", "Home", DESKTOP],
  ["administrator", "/contact-submissions", "Submissions", "Home", PHONE],
  ["administrator", "/admin?tab=users", "Team Members", "Voice", PHONE],
  ["administrator", "/admin?tab=users", "Team Members", "Voice Agent", DESKTOP],
  ["administrator", "/admin?tab=activity-logs", "Activity", "Voice Agent", DESKTOP],
  // The second of two tables.
  ["administrator", "/admin?tab=answers", "Golden set", "Voice Agent", DESKTOP],
] as const)(
  "brings %s on %s back to the same row by a reload and by back: %s",
  async (who, address, list, away, size) => {
    const path = new URL(address, stack.network.url).pathname;
    const page = await (await stack.browser(`${address} ${size.width}`)).newPage();
    await page.setViewportSize(size);
    await signInAs(page, stack.network.url, stack[who]);
    await page.goto(`${stack.network.url}${address}`);
    await page
      .getByRole(size === DESKTOP ? "table" : "list", { name: list, exact: true })
      .locator("[data-id]")
      .first()
      .waitFor();
    const scroll = () =>
      page.evaluate(() => {
        const area = document.querySelector("[data-area]");
        if ((area ?? document.documentElement).scrollTop > 0) return;
        area?.scrollTo({ top: 3500, behavior: "instant" });
        window.scrollTo({ top: area === null ? 3500 : 80, behavior: "instant" });
      });
    // Rows that were measured only now have moved: the noted place must be the one that is seen.
    let at: Awaited<ReturnType<typeof firstRow>> = null;
    const before = async () => {
      // Again while too few rows are there.
      await scroll();
      await untilAtRest(page);
      const first = await firstRow(page);
      at = first?.isNoted ? first : null;
      return at;
    };
    await expect.poll(before).not.toBeNull();

    const near = async () => {
      const now = await firstRow(page);
      return now?.id === at?.id ? Math.abs((now?.top ?? 0) - (at?.top ?? 0)) : null;
    };
    await page.reload();
    await expect.poll(near).toBeLessThanOrEqual(2);
    await untilAtRest(page);
    expect(await near()).toBeLessThanOrEqual(2);

    await page
      .getByRole("link", { name: away, exact: true })
      .locator("visible=true")
      .first()
      .click();
    await page.waitForURL((url) => url.pathname !== path);
    // The address changes before a page whose code is still being loaded.
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(near).toBeLessThanOrEqual(2);
  },
);

it("opens another address of the page at its top, and by back the first one where it was", async () => {
  const page = await (await stack.browser("addresses")).newPage();
  await page.setViewportSize(DESKTOP);
  await signInAs(page, stack.network.url, stack.administrator);
  const open = async (tab: string, table: string) => {
    await page.goto(`${stack.network.url}/admin?tab=${tab}`);
    await page.getByRole("table", { name: table }).locator("[data-id]").first().waitFor();
  };
  await open("users", "Team Members");
  const scrolled = async () => {
    await page.evaluate(() => window.scrollTo({ top: 3500, behavior: "instant" }));
    await untilAtRest(page);
    return (await firstRow(page))?.isNoted;
  };
  await expect.poll(scrolled).toBe(true);
  const at = await firstRow(page);
  await open("activity-logs", "Activity");
  await untilAtRest(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(async () => (await firstRow(page))?.id).toBe(at?.id);
});
