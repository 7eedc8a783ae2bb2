import type { AccountChange } from "@contracts/account-reset.ts";
import type { ActivityFilter, LogFilter } from "@contracts/agent-log.ts";
import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { Person } from "@contracts/person.ts";
import type { WebhookDelivery } from "@contracts/webhook.ts";
import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import {
  ACCOUNT_CHANGES,
  accountChangesScope,
  type ChangesFilter,
  replaceAccountChanges,
} from "#mirror/person/lists/account-changes.ts";
import { ACTIVITY } from "#mirror/person/lists/activity-logs.ts";
import {
  ANSWERS_TO_REVIEW,
  REVIEW_COUNTS,
  type ReviewFilter,
  replaceAnswersToReview,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { DETAILED_LOGS } from "#mirror/person/lists/detailed-logs.ts";
import {
  type FilteredLogs,
  type LogRow,
  logsScope,
  replaceLogs,
} from "#mirror/person/lists/filtered-logs.ts";
import { PEOPLE, PROFILES, USER_ROLES } from "#mirror/person/lists/people.ts";
import { listScope, replaceList } from "#mirror/person/lists/server-list.ts";
import { WEBHOOK_DELIVERIES } from "#mirror/person/lists/webhooks.ts";
import { createPull, type Pull } from "./pull.ts";

/** The people of a company, or people without a company if it is null. */
export function pullPeople(companyId: string | null): Pull {
  return createPull({
    scope: listScope(PEOPLE, companyId),
    tables: PEOPLE.tables,
    ask: (backend, me) => peopleWithRoles(backend, me, companyId),
    replace: (db, answer) => replaceList(db, PEOPLE, answer, companyId),
  });
}

async function peopleWithRoles(
  { rows }: Backend,
  me: string,
  company_id: string | null,
): Promise<Outcome<Person[]>> {
  const roles = await rows.read(me, USER_ROLES, { match: {}, order: ["user_id"] });
  if (roles.kind !== "ok") return roles;
  const profiles = await rows.read(me, PROFILES, { match: { company_id }, order: PEOPLE.order });
  if (profiles.kind !== "ok") return profiles;
  const byId = new Map(roles.value.map(({ user_id, role }) => [user_id, role]));
  const people = profiles.value.map((profile) => {
    return { ...profile, role: byId.get(profile.id) ?? ("field_tech" as const) };
  });
  return { kind: "ok", value: people };
}

/** How many changes are asked for, of a person and of a company. */
const CHANGES_OF_PERSON = 20;
const CHANGES_OF_COMPANY = 100;

/** The changes by administrators of a person's account, or of those of a company's people. */
export function pullAccountChanges(of: ChangesFilter): Pull {
  return createPull<AccountChange>({
    scope: accountChangesScope(of),
    // Most of it changes one of these.
    tables: ["profiles", "user_roles"],
    ask: ({ rows }, me) =>
      rows.read(me, ACCOUNT_CHANGES, {
        ...("personId" in of
          ? { match: { person_id: of.personId }, limit: CHANGES_OF_PERSON }
          : {
              match: {},
              // Those of no company are for whoever may read them.
              or: `company_id.eq.${of.companyId},company_id.is.null`,
              limit: CHANGES_OF_COMPANY,
            }),
        order: ["-created_at", "id"],
      }),
    replace: (db, answer) => replaceAccountChanges(db, of, answer),
  });
}

function pullLogs<Row extends LogRow, Filter extends LogFilter>(
  logs: FilteredLogs<Row, Filter>,
  filter: Filter,
  limit: number,
  tables: readonly string[],
  latest: (
    backend: Backend,
  ) => (me: string, filter: Filter, limit: number) => Promise<Outcome<Row[]>>,
): Pull {
  return createPull({
    scope: logsScope(logs, filter),
    tables,
    ask: (backend, me) => latest(backend)(me, filter, limit),
    replace: (db, answer) => replaceLogs(logs, db, filter, limit, answer),
  });
}

/** What the view `entries` is made of. */
const ENTRIES = ["agent_logs", "entry_changes"];

export const pullActivity = (filter: ActivityFilter, limit: number) =>
  pullLogs(ACTIVITY, filter, limit, ENTRIES, ({ logs }) => logs.activity.latest);

export const pullDetailedLogs = (filter: DetailedLogFilter, limit: number) =>
  pullLogs(
    DETAILED_LOGS,
    filter,
    limit,
    ["detailed_agent_logs"],
    ({ logs }) => logs.detailed.latest,
  );

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The newest answers of a company that match a filter. */
export function pullAnswersToReview(filter: ReviewFilter, limit: number): Pull {
  return createPull({
    scope: reviewScope(filter),
    tables: REVIEW_COUNTS.tables,
    ask({ rows }, me) {
      const { companyId, week, fileId, done } = filter;
      const monday = week === null ? null : Date.parse(`${week}T00:00:00Z`);
      const noted = (operator: "gte" | "lt", time: number) =>
        ["noted_at", operator, new Date(time).toISOString()] as const;
      return rows.read(me, ANSWERS_TO_REVIEW, {
        match: { company_id: companyId, ...(!done && { done_at: null }) },
        where: [
          ...(done ? [["done_at", "not.is", "null"] as const] : []),
          ...(monday === null ? [] : [noted("gte", monday), noted("lt", monday + WEEK_MS)]),
          ...(fileId === null ? [] : [["file_ids", "cs", `{${fileId}}`] as const]),
        ],
        order: ["-noted_at", "id"],
        limit,
      });
    },
    replace: (db, answer) => replaceAnswersToReview(db, filter, answer),
  });
}

/** How many deliveries of a company are asked for: so many of the newest, and so many that failed. */
const DELIVERIES = 200;

/** The newest deliveries of a company's webhooks, and those that failed. */
export function pullDeliveries(company_id: string): Pull {
  return createPull<WebhookDelivery>({
    scope: listScope(WEBHOOK_DELIVERIES, company_id),
    tables: WEBHOOK_DELIVERIES.tables,
    async ask({ rows }, me) {
      const { order } = WEBHOOK_DELIVERIES;
      const all = new Map<string, WebhookDelivery>();
      for (const match of [{ company_id }, { company_id, state: "failed" }]) {
        const selection = { match, order, limit: DELIVERIES };
        const answer = await rows.read(me, WEBHOOK_DELIVERIES, selection);
        if (answer.kind !== "ok") return answer;
        for (const row of answer.value) all.set(row.id, row);
      }
      return { kind: "ok", value: [...all.values()] };
    },
    replace: (db, answer) => replaceList(db, WEBHOOK_DELIVERIES, answer, company_id),
  });
}
