import { withPersonDatabase } from "../../device/seen-people.ts";

/**
 * Deletes the data of a person as administrator, who is no administrator any more or belongs to
 * another company. Their unsaved texts are deleted too, because they could not save them any more.
 */
export const forgetAdministration = (personId: string) =>
  withPersonDatabase(personId, (db) => {
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
      db.vocabularyTerms,
      db.correctedNotes,
      db.dismissedTerms,
      db.answersToReview,
      db.reviewCounts,
      db.goldenQuestions,
      db.accountChanges,
      db.personActivity,
      db.jobs,
      db.copyLayouts,
      db.jobImportTokens,
      db.webhooks,
      db.webhookDeliveries,
      // Without their scopes, the emptied lists count as never loaded.
      db.scopes,
    ];
    return db.transaction("rw", tables, () => Promise.all(tables.map((table) => table.clear())));
  });
