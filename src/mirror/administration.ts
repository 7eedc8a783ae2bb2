import type { PersonDatabase } from "./person-database.ts";

/**
 * Forgets what only administrators may see. What somebody wrote about requests and did not save
 * goes with them: it could not be saved any more.
 */
export async function clearAdministration(db: PersonDatabase): Promise<void> {
  const tables = [
    db.companies,
    db.people,
    db.promptSettings,
    db.submissions,
    db.submissionDrafts,
    db.activityLogs,
    db.detailedLogs,
    db.usageAnalytics,
    // Empty lists are not known to be empty.
    db.scopes,
  ];
  await db.transaction("rw", tables, () => Promise.all(tables.map((table) => table.clear())));
}
