import type { Backend } from "../../backend/backend.ts";
import type { Outcome } from "../../backend/outcome.ts";
import { replaceActivity } from "../../mirror/activity-logs.ts";
import { replaceCompanies } from "../../mirror/companies.ts";
import {
  DETAILED_LOGS_LIMIT,
  type DetailedLogFilter,
  replaceDetailedLogs,
} from "../../mirror/detailed-logs.ts";
import { replaceKnowledgeFiles } from "../../mirror/knowledge-files.ts";
import type { Answer } from "../../mirror/mirrored-rows.ts";
import { replacePeople } from "../../mirror/people.ts";
import type { PersonDatabase } from "../../mirror/person-database.ts";
import { replacePromptSettings } from "../../mirror/prompt-settings.ts";
import { replaceSubmissions } from "../../mirror/submissions.ts";
import { replaceUsage } from "../../mirror/usage-analytics.ts";
import type { Pull } from "../pull.ts";

/** Rows of the activity log that are shown. */
const ACTIVITY_LIMIT = 50;
/** Days that figures are asked for. */
const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const pullCompanies: Pull = listPull(
  (backend, me) => backend.administration.companies(me),
  replaceCompanies,
);

export const pullSubmissions: Pull = listPull(
  (backend, me) => backend.administration.submissions(me),
  replaceSubmissions,
);

/** Figures of the last days, today among them (UTC). */
export const pullUsage: Pull = listPull(
  (backend, me, now) => backend.logs.usage(me, dayOf(now - (USAGE_DAYS - 1) * DAY_MS)),
  replaceUsage,
);

export const pullKnowledgeFiles: Pull = async (db, backend, now) => {
  const files = await backend.knowledge.files(db.personId);
  if (files.kind !== "ok") return files;
  await replaceKnowledgeFiles(db, files.value, now());
  return { kind: "ok", value: null };
};

export function pullPeople(companyId: string): Pull {
  return listPull(
    (backend, me) => backend.administration.people(me, companyId),
    (db, answer) => replacePeople(db, companyId, answer),
  );
}

export function pullPromptSettings(companyId: string): Pull {
  return listPull(
    (backend, me) => backend.administration.promptSettings(me, companyId),
    (db, answer) => replacePromptSettings(db, companyId, answer),
  );
}

export function pullActivity(companyId: string): Pull {
  return listPull(
    (backend, me) => backend.logs.activity(me, companyId, ACTIVITY_LIMIT),
    (db, answer) => replaceActivity(db, companyId, answer),
  );
}

export function pullDetailedLogs(filter: DetailedLogFilter): Pull {
  return listPull(
    (backend, me) => backend.logs.detailed(me, filter, DETAILED_LOGS_LIMIT),
    (db, answer) => replaceDetailedLogs(db, filter, answer),
  );
}

/** Asks the server for a list and puts the answer in the mirror, whole or not at all. */
function listPull<Row>(
  ask: (backend: Backend, me: string, now: number) => Promise<Outcome<Row[]>>,
  replace: (db: PersonDatabase, answer: Answer<Row>) => Promise<void>,
): Pull {
  return async (db, backend, now) => {
    const askedAt = now();
    const answer = await ask(backend, db.personId, askedAt);
    if (answer.kind !== "ok") return answer;
    await replace(db, { rows: answer.value, askedAt, now: now() });
    return { kind: "ok", value: null };
  };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
