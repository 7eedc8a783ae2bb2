import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  answerToReviewSchema,
  reviewCountSchema,
} from "#supabase/functions/_shared/contracts/answer-review.ts";
import { companySchema } from "#supabase/functions/_shared/contracts/company.ts";
import { personActivitySchema } from "#supabase/functions/_shared/contracts/person-activity.ts";
import { usageAnalyticsSchema } from "#supabase/functions/_shared/contracts/usage-analytics.ts";
import { callers, viewReach } from "../expected/expectations.ts";
import { takeSnapshot } from "../world/effect.ts";
import { type ActorName, people } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import type { TableName } from "../world/tables.ts";
import type { World } from "../world/world.ts";

interface View {
  /** A table that it reads. */
  base: TableName;
  /** A filter that some of its rows match. */
  filter: string;
  /**
   * Checks that these rows are about exactly those companies; `all` also includes rows of nobody's
   * company.
   */
  check(
    world: World,
    rows: Row[],
    companies: string[],
    all: boolean,
    caller: ActorName,
  ): Promise<void>;
}

const ofCompanies = async (_: World, rows: Row[], companies: string[]) => {
  const found = new Set(rows.map((row) => row.company_id));
  expect([...found].sort()).toEqual([...companies].sort());
};

/** Of a table of people's rows: their own, and those of the company that they administer. */
const ownAndAdministered =
  (table: TableName, isShown: (row: Row) => boolean = () => true): View["check"] =>
  async (world, rows, companies, all, caller) => {
    const { suspended, role } = people[caller];
    const readable = [...(await takeSnapshot(world, table)).values()].filter(
      ({ user_id, company_id }) =>
        all ||
        (!suspended && user_id === world.idOf(caller)) ||
        (role === "admin" && companies.includes(String(company_id))),
    );
    const shown = readable.filter(isShown).map(({ id }) => id);
    if (!suspended) expect(shown).not.toEqual([]);
    expect(rows.map(({ id }) => id).sort()).toEqual(shown.sort());
  };

const VIEWS: Record<string, View> = {
  company_overview: {
    base: "companies",
    filter: "name=eq.North",
    async check(world, rows, companies) {
      const profiles = [...(await takeSnapshot(world, "profiles")).values()];
      const files = [...(await takeSnapshot(world, "knowledge_base")).values()];
      const of = (some: Row[], id: string) => some.filter((row) => row.company_id === id).length;
      const found = rows.map((row) => {
        const { id, user_count, file_count, last_active_at, waiting } = companySchema.parse(row);
        expect([last_active_at === null, waiting > 0]).toEqual([false, true]);
        return { id, user_count, file_count };
      });
      expect(found.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        [...companies].sort().map((id) => ({
          ...{ id, user_count: of(profiles, id), file_count: of(files, id) },
        })),
      );
      for (const row of rows) expect(Number(row.user_count)).toBeGreaterThan(3);
    },
  },
  person_activity: {
    base: "device_queues",
    filter: "last_active_at=not.is.null",
    async check(world, rows, companies, all) {
      const profiles = [...(await takeSnapshot(world, "profiles")).values()];
      const wanted = profiles.filter(
        ({ company_id }) => all || companies.includes(String(company_id)),
      );
      expect(rows.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
      const known = rows.map((row) => personActivitySchema.parse(row));
      for (const { last_active_at, queues } of known) {
        expect(last_active_at).not.toBeNull();
        expect(queues.length).toBeGreaterThan(0);
      }
    },
  },
  agent_usage_analytics: {
    base: "detailed_agent_logs",
    filter: "agent_type=eq.voice_agent",
    async check(world, rows, companies, all) {
      const counted = [...(await takeSnapshot(world, "detailed_agent_logs")).values()]
        .filter((row) => all || companies.includes(String(row.company_id)))
        .reduce((sum, row) => sum + Number(row.request_count), 0);
      const days = rows.map((row) => usageAnalyticsSchema.parse(row));
      expect(days.reduce((sum, day) => sum + day.total_requests, 0)).toBe(counted);
      for (const day of days) expect(day.usage_date).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  },
  answers_to_review: { base: "answer_feedback", filter: "verdict=eq.wrong", check: ofCompanies },
  account_resets: {
    base: "account_changes",
    filter: "result=eq.done",
    async check(world, rows, companies) {
      expect(new Set(rows.map(({ action }) => action))).toEqual(
        new Set(companies.length > 0 ? ["temporary_password"] : []),
      );
      await ofCompanies(
        world,
        rows.filter(({ company_id }) => company_id !== null),
        companies,
      );
    },
  },
  own_answer_feedback: {
    base: "answer_feedback",
    filter: "verdict=eq.wrong",
    async check(world, rows, _companies, _all, caller) {
      const own = [...(await takeSnapshot(world, "answer_feedback")).values()]
        .filter(({ user_id }) => user_id === world.idOf(caller))
        .map(({ id }) => id);
      expect(own).not.toEqual([]);
      expect(rows.map(({ id }) => id).sort()).toEqual(
        viewReach.own_answer_feedback?.[caller] === "own" ? own.sort() : [],
      );
    },
  },
  entries: {
    base: "agent_logs",
    filter: "agent_type=eq.voice",
    check: ownAndAdministered("agent_logs"),
  },
  corrected_notes: {
    base: "entry_changes",
    filter: "corrected=eq.The contactor rattles.",
    check: ownAndAdministered("entry_changes", (row) => row.entry_id === row.user_id),
  },
  answer_review_counts: { base: "answer_feedback", filter: "wrong=gt.0", check: ofCompanies },
};

/** The views of administrators: who reads them, and whether their figures are right. */
export function checkViews(world: () => World): void {
  describe.each(Object.entries(VIEWS))("%s", (view, { base, filter, check }) => {
    test("can be written by nobody, and no table can be written through it", async () => {
      const before = await takeSnapshot(world(), base);
      const row = { id: randomUUID(), name: "Mine", agent_type: "voice_agent" };
      for (const actor of ["anon", "technician", "admin", "superAdmin"] as const) {
        const path = `${view}?${filter}`;
        const replies = [
          await world().as(actor, "POST", view, { body: row }),
          await world().as(actor, "PATCH", path, { body: { agent_type: "x", name: "Mine" } }),
          await world().as(actor, "DELETE", path),
        ];
        expect(replies.map(({ code }) => code)).not.toContain(null);
      }
      expect(await takeSnapshot(world(), base)).toEqual(before);
    });

    test.each(callers)("shows %s the rows of their companies", async (caller) => {
      const reply = await world().as(caller, "GET", view);
      const cell = viewReach[view]?.[caller];
      if (cell === "refused") {
        expect(reply).toMatchObject({ status: 401, code: "42501" });
        return;
      }
      expect(reply.code).toBeNull();
      const own = caller === "anon" ? null : people[caller].company;
      const { companies } = world();
      const readable = { all: Object.values(companies), own: own ? [companies[own]] : [] };
      const some = readable[cell as keyof typeof readable] ?? [];
      await check(world(), reply.rows, some, cell === "all", caller as ActorName);
    });
  });

  const logOf = (company: "north" | "south", created_at: string, figures: object) => ({
    ...{ user_id: null, user_email: `${company}@gone.example`, request_key: randomUUID() },
    ...{ company_id: world().companies[company], agent_type: "snap_agent", created_at },
    ...{ action_type: "analyse", status: "success", total_tokens: null, estimated_cost: null },
    ...{ total_request_time_ms: null, ai_model: null, input_text: null, output_text: null },
    ...{ knowledge_base_files_used: [], ...figures },
  });
  const read = async (path: string) => (await world().as("admin", "GET", path)).rows;

  describe("the figures of agents", () => {
    const first = "2020-02-29";
    const next = "2020-03-01";
    const known = { total_tokens: 100, estimated_cost: 0.00000125, total_request_time_ms: 200 };
    useRows("detailed_agent_logs", `created_at=gte.${first}&created_at=lt.2020-03-02`, () => [
      logOf("north", `${first}T00:00:00Z`, known),
      logOf("north", `${first}T23:59:59.999Z`, { ...known, total_tokens: 51 }),
      logOf("north", `${first}T12:00:00Z`, { status: "failed", total_request_time_ms: 501 }),
      logOf("north", `${first}T12:00:00Z`, { status: "rate_limited" }),
      logOf("north", `${first}T12:00:00Z`, {
        ...{ status: "error", user_id: world().idOf("technician") },
        user_email: "technician@policies.example",
      }),
      logOf("north", `${next}T00:00:00Z`, { ai_model: "of-unknown-price" }),
      logOf("south", `${first}T12:00:00Z`, { total_tokens: 852_516_352 }),
    ]);

    const path = `agent_usage_analytics?agent_type=eq.snap_agent&usage_date=gte.${first}&usage_date=lte.${next}&order=usage_date`;
    test("sums up the logs of a company by the day in UTC", async () => {
      const agent_type = "snap_agent";
      const found = (await read(path)).map((row) => usageAnalyticsSchema.parse(row));
      expect(found).toEqual([
        {
          ...{ agent_type, usage_date: first, total_requests: 5, unique_users: 2 },
          ...{ successful_requests: 2, failed_requests: 3, unpriced_requests: 0 },
          ...{ total_tokens_used: 151, avg_tokens_per_request: 75.5 },
          ...{ avg_response_time_ms: expect.closeTo(300.333, 3), total_estimated_cost: 0.0000025 },
        },
        {
          ...{ agent_type, usage_date: next, total_requests: 1, unique_users: 1 },
          ...{ successful_requests: 1, failed_requests: 0, unpriced_requests: 1 },
          // No request reported a value, so the view shows none.
          ...{ total_tokens_used: 0, avg_tokens_per_request: null },
          ...{ avg_response_time_ms: null, total_estimated_cost: 0 },
        },
      ]);
    });
  });

  describe("answers to look at", () => {
    const request_key = randomUUID();
    const file = randomUUID();
    const at = "2019-05-08T12:00:00Z";
    const answer = (figures: object) =>
      logOf("north", at, {
        ...{ user_id: world().idOf("technician"), agent_type: "ask_agent", action_type: "answer" },
        ...{ input_text: "Which filter?", output_text: "Not found.", ...figures },
      });
    const rating = (figures: object) => ({
      ...{ user_id: world().idOf("technician"), company_id: world().companies.north, agent: "ask" },
      ...{ message_id: randomUUID(), item_id: randomUUID(), revision: 1, verdict: "wrong" },
      ...{ request_id: null, question: "Which filter?", sources: [], updated_at: at, ...figures },
    });
    useRows("detailed_agent_logs", `created_at=eq.${at}`, () => [
      answer({ request_key }),
      answer({}),
      answer({ knowledge_base_files_used: ["Manual.pdf"] }),
      answer({ status: "failed" }),
      // A run of golden questions is no question of a person.
      answer({ action_type: "golden-run" }),
    ]);
    useRows("answer_feedback", `updated_at=eq.${at}`, () => [
      rating({ request_id: request_key }),
      rating({ sources: [file, world().companies.north] }),
      rating({ verdict: "right", sources: [file] }),
      rating({ verdict: null }),
      rating({ verdict: "asked" }),
    ]);

    test("are those that found nothing, were marked wrong or were asked, each once", async () => {
      const path = "answers_to_review?noted_at=lt.2020-01-01";
      const found = (await read(path)).map((row) => {
        const { found_nothing, verdict, file_ids, answer } = answerToReviewSchema.parse(row);
        return [found_nothing, verdict, file_ids.length, answer];
      });
      expect(found).toHaveLength(4);
      expect(found).toEqual(
        expect.arrayContaining([
          [true, "wrong", 0, "Not found."],
          [true, null, 0, "Not found."],
          [false, "wrong", 2, null],
          [true, "asked", 0, null],
        ]),
      );
      expect(await read(`${path}&file_ids=cs.{${file}}`)).toHaveLength(1);
    });

    test("are counted by week, and by document", async () => {
      const path = "answer_review_counts?week=eq.2019-05-06&order=file_id";
      const counts = (await read(path)).map((row) => reviewCountSchema.parse(row));
      const of = (id: string | null) => counts.find(({ file_id }) => file_id === id);
      expect(of(null)).toMatchObject({ found_nothing: 3, asked: 1, wrong: 2, is_done: false });
      expect(of(file)).toMatchObject({ found_nothing: 0, wrong: 1 });
      expect(counts).toHaveLength(3);
    });
  });

  /** Adds rows before the tests of a group, and removes them afterwards. */
  function useRows(table: TableName, filter: string, rows: () => object[]): void {
    beforeAll(() => world().asServer("POST", table, { body: rows() }));
    afterAll(() => world().asServer("DELETE", `${table}?${filter}`));
  }
}
