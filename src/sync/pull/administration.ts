import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { replaceKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { replaceActivity } from "#mirror/person/lists/activity-logs.ts";
import { replaceCompanies } from "#mirror/person/lists/companies.ts";
import {
  DETAILED_LOGS_LIMIT,
  type DetailedLogFilter,
  replaceDetailedLogs,
} from "#mirror/person/lists/detailed-logs.ts";
import type { Answer } from "#mirror/person/lists/mirrored-rows.ts";
import { replacePeople } from "#mirror/person/lists/people.ts";
import { replacePromptSettings } from "#mirror/person/lists/prompt-settings.ts";
import { replaceSubmissions } from "#mirror/person/lists/submissions.ts";
import { replaceUsage } from "#mirror/person/lists/usage-analytics.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Pull } from "./pull.ts";

/** Rows of the activity log that are shown. */
const ACTIVITY_LIMIT = 50;
/** Days that figures are asked for. */
const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Refreshes a list; `tables` are those that it is made of. */
export type ListPull = Pull & { readonly tables: readonly string[] };

export const pullCompanies = listPull(
  ["companies", "profiles", "knowledge_base"],
  (backend, me) => backend.administration.companies(me),
  replaceCompanies,
);

export const pullSubmissions = listPull(
  ["contact_form_submissions"],
  (backend, me) => backend.administration.submissions(me),
  replaceSubmissions,
);

/** Figures of the last days, today among them (UTC). */
export const pullUsage = listPull(
  ["detailed_agent_logs"],
  (backend, me, now) => backend.logs.usage(me, dayOf(now - (USAGE_DAYS - 1) * DAY_MS)),
  replaceUsage,
);

export const pullKnowledgeFiles = listPull(
  ["knowledge_base"],
  (backend, me) => backend.knowledge.files(me),
  (db, { rows, now }) => replaceKnowledgeFiles(db, rows, now),
);

/** The people of a company, or without one where it is null. */
export function pullPeople(companyId: string | null): ListPull {
  return listPull(
    ["profiles", "user_roles"],
    (backend, me) => backend.administration.people(me, companyId),
    (db, answer) => replacePeople(db, companyId, answer),
  );
}

export function pullPromptSettings(companyId: string): ListPull {
  return listPull(
    ["ai_prompt_settings"],
    (backend, me) => backend.administration.promptSettings(me, companyId),
    (db, answer) => replacePromptSettings(db, companyId, answer),
  );
}

export function pullActivity(companyId: string): ListPull {
  return listPull(
    ["agent_logs"],
    (backend, me) => backend.logs.activity(me, companyId, ACTIVITY_LIMIT),
    (db, answer) => replaceActivity(db, companyId, answer),
  );
}

export function pullDetailedLogs(filter: DetailedLogFilter): ListPull {
  return listPull(
    ["detailed_agent_logs"],
    (backend, me) => backend.logs.detailed(me, filter, DETAILED_LOGS_LIMIT),
    (db, answer) => replaceDetailedLogs(db, filter, answer),
  );
}

/** Asks the server for a list and puts the answer in the mirror, whole or not at all. */
function listPull<Row>(
  tables: readonly string[],
  ask: (backend: Backend, me: string, now: number) => Promise<Outcome<Row[]>>,
  replace: (db: PersonDatabase, answer: Answer<Row>) => Promise<void>,
): ListPull {
  const pull: Pull = async (db, backend, now) => {
    const askedAt = now();
    const answer = await ask(backend, db.personId, askedAt);
    if (answer.kind !== "ok") return answer;
    await replace(db, { rows: answer.value, askedAt, now: now() });
    return { kind: "ok", value: null };
  };
  return Object.assign(pull, { tables });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
