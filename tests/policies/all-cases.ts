import { checkAccounts } from "./cases/accounts.ts";
import {
  checkAnswerFeedback,
  checkAnswerReviews,
  checkFormerRatings,
} from "./cases/answer-feedback.ts";
import { checkAssurance } from "./cases/assurance.ts";
import { checkCatalogue } from "./cases/catalogue.ts";
import { checkColumns } from "./cases/columns.ts";
import { checkConstraints } from "./cases/constraints.ts";
import { checkEarlyAccessRequests } from "./cases/early-access-requests.ts";
import { checkExposure } from "./cases/exposure.ts";
import { checkFinePrint } from "./cases/fine-print.ts";
import { checkFormerPeople } from "./cases/former-people.ts";
import { checkIndexes } from "./cases/indexes.ts";
import { checkImportToken, checkWhatIsSent } from "./cases/jobs-and-webhooks.ts";
import { checkLastSuperAdmin } from "./cases/last-super-admin.ts";
import { checkLedger } from "./cases/ledger.ts";
import { checkRanking } from "./cases/ranking.ts";
import { checkReachOfFunctions } from "./cases/reach-of-functions.ts";
import { checkRealtime } from "./cases/realtime.ts";
import { checkRecords } from "./cases/records.ts";
import { checkRows } from "./cases/rows.ts";
import { checkSearch } from "./cases/search.ts";
import { checkSearchTerms } from "./cases/search-terms.ts";
import { checkSecondFactor } from "./cases/second-factor.ts";
import { checkSpelling } from "./cases/spelling.ts";
import { checkStorage } from "./cases/storage.ts";
import { checkStoragePolicies } from "./cases/storage-policies.ts";
import { checkUnfiltered } from "./cases/unfiltered.ts";
import { checkVersions } from "./cases/versions.ts";
import { checkViews } from "./cases/views.ts";
import { checkVocabulary } from "./cases/vocabulary.ts";
import type { Sql } from "./world/run-as.ts";
import type { World } from "./world/world.ts";

/**
 * The cases that send requests to a running backend. Their order matters: later ones change what
 * earlier ones expect.
 */
export function casesByRequests(world: () => World): void {
  checkRows(world);
  checkColumns(world);
  checkRealtime(world);
  casesOfManyConnections(world);
  checkFinePrint(world);
  checkConstraints(world);
  checkExposure(world);
  checkReachOfFunctions(world);
  checkImportToken(world);
  checkStorage(world);
  checkSearch(world);
  checkRanking(world);
  checkVersions(world);
  checkSpelling(world);
  checkAnswerFeedback(world);
  checkAnswerReviews(world);
  checkViews(world);
  checkSecondFactor(world);
}

/** Those of them whose requests meet in the database, on a server in several connections. */
export function casesOfManyConnections(world: () => World): void {
  checkLedger(world);
  checkRecords(world);
  checkEarlyAccessRequests(world);
  checkLastSuperAdmin(world);
}

/** The cases that run statements in the database itself. */
export function casesByStatements(world: () => World, sql: () => Sql): void {
  checkIndexes(sql);
  checkSearchTerms(sql);
  rightsByStatements(world, sql);
}

/** Those of them that do not depend on a database's statistics. */
export function rightsByStatements(world: () => World, sql: () => Sql): void {
  checkCatalogue(sql);
  checkStoragePolicies(world, sql);
  checkAssurance(world, sql);
  checkUnfiltered(world, sql);
  checkVocabulary(world, sql);
  checkWhatIsSent(world, sql);
  checkFormerPeople(world, sql);
  checkFormerRatings(world, sql);
  checkAccounts(world, sql);
}
