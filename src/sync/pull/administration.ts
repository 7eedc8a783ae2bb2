import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import { replaceKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { replaceActivity } from "#mirror/person/lists/activity-logs.ts";
import { replaceCompanies } from "#mirror/person/lists/companies.ts";
import { replaceDetailedLogs } from "#mirror/person/lists/detailed-logs.ts";
import { replaceEarlyAccessRequests } from "#mirror/person/lists/early-access-requests.ts";
import { replacePeople } from "#mirror/person/lists/people.ts";
import { replacePromptSettings } from "#mirror/person/lists/prompt-settings.ts";
import { replaceUsage } from "#mirror/person/lists/usage-analytics.ts";
import { type Pull, pullOf } from "./pull.ts";

/** Number of activity log rows that are shown. */
const ACTIVITY_LIMIT = 50;
/** Number of days of usage figures. */
const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const pullCompanies = pullOf({
  tables: ["companies", "profiles", "knowledge_base"],
  ask: (backend, me) => backend.administration.companies(me),
  replace: replaceCompanies,
});

export const pullEarlyAccessRequests = pullOf({
  tables: ["contact_form_submissions"],
  ask: (backend, me) => backend.administration.earlyAccessRequests(me),
  replace: replaceEarlyAccessRequests,
});

/** Usage figures of the last days including today (UTC). */
export const pullUsage = pullOf({
  tables: ["detailed_agent_logs"],
  ask: (backend, me, now) => backend.logs.usage(me, dayOf(now - (USAGE_DAYS - 1) * DAY_MS)),
  replace: replaceUsage,
});

/** Only the files: administrators need no passages to manage them. */
export const pullKnowledgeFiles = pullOf({
  tables: ["knowledge_base"],
  ask: (backend, me) => backend.knowledge.files(me),
  replace: replaceKnowledgeFiles,
});

/** The people of a company, or people without a company if it is null. */
export function pullPeople(companyId: string | null): Pull {
  return pullOf({
    tables: ["profiles", "user_roles"],
    ask: (backend, me) => backend.administration.people(me, companyId),
    replace: (db, answer) => replacePeople(db, companyId, answer),
  });
}

export function pullPromptSettings(companyId: string): Pull {
  return pullOf({
    tables: ["ai_prompt_settings"],
    ask: (backend, me) => backend.administration.promptSettings(me, companyId),
    replace: (db, answer) => replacePromptSettings(db, companyId, answer),
  });
}

export function pullActivity(companyId: string): Pull {
  return pullOf({
    tables: ["agent_logs"],
    ask: (backend, me) => backend.logs.activity(me, companyId, ACTIVITY_LIMIT),
    replace: (db, answer) => replaceActivity(db, companyId, answer),
  });
}

export function pullDetailedLogs(filter: DetailedLogFilter, limit: number): Pull {
  return pullOf({
    tables: ["detailed_agent_logs"],
    ask: (backend, me) => backend.logs.detailed(me, filter, limit),
    replace: (db, answer) => replaceDetailedLogs(db, filter, limit, answer),
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
