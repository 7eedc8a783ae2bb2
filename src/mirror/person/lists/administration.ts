import { PersonDatabase } from "../person-database.ts";

/**
 * Forgets what a person saw as an administrator, who is none any more or of another company. What
 * they wrote and did not save goes with it: they could not save it.
 */
export async function forgetAdministration(personId: string): Promise<void> {
  const db = new PersonDatabase(personId);
  const tables = [
    db.companies,
    db.people,
    db.promptSettings,
    db.submissions,
    db.submissionDrafts,
    db.promptDrafts,
    db.newPromptDrafts,
    db.activityLogs,
    db.detailedLogs,
    db.usageAnalytics,
    // Empty lists are not known to be empty.
    db.scopes,
  ];
  try {
    await db.transaction("rw", tables, () => Promise.all(tables.map((table) => table.clear())));
  } finally {
    db.close();
  }
}
