import { type AccountChange, accountChangeSchema } from "@contracts/account-reset.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";
import { newestFirst, rowsLike } from "./server-list.ts";

/** The changes of people's accounts by administrators. */
export const ACCOUNT_CHANGES = rowsLike("account_changes", accountChangeSchema);

/** The people whose changes are wanted: one person, or those of a company's people. */
export type ChangesFilter = { personId: string } | { companyId: string };

/** Name of the scope that holds these changes. */
export const accountChangesScope = (of: ChangesFilter) =>
  "personId" in of ? `account-changes-of:${of.personId}` : `account-changes:${of.companyId}`;

/** Adds what the server answered: a log loses no rows. */
export async function replaceAccountChanges(
  db: PersonDatabase,
  of: ChangesFilter,
  answer: Answer<AccountChange>,
): Promise<void> {
  const scope = { name: accountChangesScope(of), holds: () => false };
  await replaceRows(db, db.accountChanges, scope, answer);
}

/**
 * The changes by administrators of a person's account, or of those of the people of a company or
 * none; newest first.
 */
export async function readAccountChanges(
  db: PersonDatabase,
  of: ChangesFilter,
): Promise<AccountChange[]> {
  const rows =
    "personId" in of
      ? await db.accountChanges.where("person_id").equals(of.personId).toArray()
      : await db.accountChanges
          .filter(({ company_id: id }) => id === null || id === of.companyId)
          .toArray();
  return rows.sort(newestFirst);
}
