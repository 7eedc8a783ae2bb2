import type { ActivityFilter } from "@contracts/agent-log.ts";
import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import {
  KNOWLEDGE_FILES_SCOPE,
  replaceKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import {
  accountChangesScope,
  type ChangesOf,
  replaceAccountChanges,
} from "#mirror/person/lists/account-changes.ts";
import { activityScope, replaceActivity } from "#mirror/person/lists/activity-logs.ts";
import { COMPANIES_SCOPE, replaceCompanies } from "#mirror/person/lists/companies.ts";
import { detailedLogsScope, replaceDetailedLogs } from "#mirror/person/lists/detailed-logs.ts";
import {
  REQUESTS_SCOPE,
  replaceEarlyAccessRequests,
} from "#mirror/person/lists/early-access-requests.ts";
import { peopleScope, replacePeople } from "#mirror/person/lists/people.ts";
import {
  promptSettingsScope,
  replacePromptSettings,
} from "#mirror/person/lists/prompt-settings.ts";
import { replaceUsage, USAGE_SCOPE } from "#mirror/person/lists/usage-analytics.ts";
import { type Pull, pullOf } from "./pull.ts";

/** Number of days of usage figures. */
const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const pullCompanies = pullOf({
  scope: COMPANIES_SCOPE,
  tables: ["companies", "profiles", "knowledge_base"],
  ask: (backend, me) => backend.administration.companies(me),
  replace: replaceCompanies,
});

export const pullEarlyAccessRequests = pullOf({
  scope: REQUESTS_SCOPE,
  tables: ["contact_form_submissions"],
  ask: (backend, me) => backend.administration.earlyAccessRequests(me),
  replace: replaceEarlyAccessRequests,
});

/** Usage figures of the last days including today (UTC). */
export const pullUsage = pullOf({
  scope: USAGE_SCOPE,
  tables: ["detailed_agent_logs"],
  ask: (backend, me, now) => backend.logs.usage(me, dayOf(now - (USAGE_DAYS - 1) * DAY_MS)),
  replace: replaceUsage,
});

/** Only the files: administrators need no passages to manage them. */
export const pullKnowledgeFiles = pullOf({
  scope: KNOWLEDGE_FILES_SCOPE,
  tables: ["knowledge_base"],
  ask: (backend, me) => backend.knowledge.files(me),
  replace: replaceKnowledgeFiles,
});

/** The people of a company, or people without a company if it is null. */
export function pullPeople(companyId: string | null): Pull {
  return pullOf({
    scope: peopleScope(companyId),
    tables: ["profiles", "user_roles"],
    ask: (backend, me) => backend.administration.people(me, companyId),
    replace: (db, answer) => replacePeople(db, companyId, answer),
  });
}

/** What administrators did to a person, or to the people of a company. */
export function pullAccountChanges(of: ChangesOf): Pull {
  return pullOf({
    scope: accountChangesScope(of),
    // Most of it changes one of these.
    tables: ["profiles", "user_roles"],
    ask: ({ accountChanges }, me) =>
      "personId" in of
        ? accountChanges.ofPerson(me, of.personId)
        : accountChanges.ofCompany(me, of.companyId),
    replace: (db, answer) => replaceAccountChanges(db, of, answer),
  });
}

export function pullPromptSettings(companyId: string): Pull {
  return pullOf({
    scope: promptSettingsScope(companyId),
    tables: ["ai_prompt_settings"],
    ask: (backend, me) => backend.administration.promptSettings(me, companyId),
    replace: (db, answer) => replacePromptSettings(db, companyId, answer),
  });
}

export function pullActivity(filter: ActivityFilter, limit: number): Pull {
  return pullOf({
    scope: activityScope(filter),
    tables: ["agent_logs"],
    ask: (backend, me) => backend.logs.activity(me, filter, limit),
    replace: (db, answer) => replaceActivity(db, filter, limit, answer),
  });
}

export function pullDetailedLogs(filter: DetailedLogFilter, limit: number): Pull {
  return pullOf({
    scope: detailedLogsScope(filter),
    tables: ["detailed_agent_logs"],
    ask: (backend, me) => backend.logs.detailed(me, filter, limit),
    replace: (db, answer) => replaceDetailedLogs(db, filter, limit, answer),
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
