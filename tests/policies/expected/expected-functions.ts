import { grid } from "./grid.ts";

/** The functions of the request ledger that REST offers: only the server may call them. */
export const LEDGER_FUNCTIONS = [
  "begin_agent_request",
  "claim_agent_request",
  "finish_agent_request",
  "release_agent_request",
  "log_refused_agent_request",
];

/** The functions by which the server writes down what administrators do for people. */
const RESET_FUNCTIONS = ["begin_account_reset", "finish_account_reset"];

/** All functions that REST offers to the server alone. */
export const serverOnlyFunctions = [
  ...LEDGER_FUNCTIONS,
  ...RESET_FUNCTIONS,
  "search_knowledge_for",
  "spelling_candidates_for",
  "search_knowledge_in",
  "search_with_version",
  "unsearched_pages",
];

/**
 * The functions that REST offers to every person; each concerns rows that its caller may read or
 * owns.
 */
export const PEOPLES_FUNCTIONS = [
  "search_knowledge",
  "set_own_full_name",
  "set_own_speech_language",
  "former_people",
  "take_over_logs",
  "add_document_version",
  "restore_document_version",
  "release_document_version",
  "rate_answer",
];

/**
 * Functions with which a policy asks about the caller; a person may run these private functions and
 * no others.
 */
export const POLICY_FUNCTIONS = [
  "is_active",
  "current_company",
  "has_role",
  "is_super_admin",
  "manages",
  "may_use_label_agent",
  "gave_second_factor",
  "second_factor_suffices",
];

/** Which callers each function that REST offers answers; it refuses everybody else. */
export const rpcReach = {
  search_knowledge: grid(`
                            call
    anon                    refused
    technician              answered
    roleless                answered
    admin                   answered
    superAdmin              answered
    suspendedTechnician     answered
    suspendedAdmin          answered
    suspendedSuperAdmin     answered
    otherAdmin              answered
    otherTechnician         answered
    companylessTechnician   answered
    companylessAdmin        answered
  `),
  set_own_full_name: grid(`
                            call
    anon                    refused
    technician              answered
    roleless                answered
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              answered
    otherTechnician         answered
    companylessTechnician   answered
    companylessAdmin        answered
  `),
  set_own_speech_language: grid(`
                            call
    anon                    refused
    technician              answered
    roleless                answered
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              answered
    otherTechnician         answered
    companylessTechnician   answered
    companylessAdmin        answered
  `),
  former_people: grid(`
                            call
    anon                    refused
    technician              answered
    roleless                answered
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              answered
    otherTechnician         answered
    companylessTechnician   answered
    companylessAdmin        answered
  `),
  take_over_logs: grid(`
                            call
    anon                    refused
    technician              answered
    roleless                answered
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              answered
    otherTechnician         answered
    companylessTechnician   answered
    companylessAdmin        answered
  `),
  rate_answer: grid(`
                            call
    anon                    refused
    technician              answered
    roleless                answered
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              answered
    otherTechnician         answered
    companylessTechnician   answered
    companylessAdmin        answered
  `),
  add_document_version: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  restore_document_version: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  release_document_version: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   answered
    superAdmin              answered
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  search_knowledge_for: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  search_knowledge_in: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  search_with_version: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  spelling_candidates_for: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  unsearched_pages: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  begin_agent_request: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  claim_agent_request: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  finish_agent_request: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  release_agent_request: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  log_refused_agent_request: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  begin_account_reset: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
  finish_account_reset: grid(`
                            call
    anon                    refused
    technician              refused
    roleless                refused
    admin                   refused
    superAdmin              refused
    suspendedTechnician     refused
    suspendedAdmin          refused
    suspendedSuperAdmin     refused
    otherAdmin              refused
    otherTechnician         refused
    companylessTechnician   refused
    companylessAdmin        refused
  `),
};

/**
 * The status with which each server function answers an incomplete body: 400 to people it serves,
 * and before that 401 or 403 to people it does not serve. Nobody has the flags for Voice and Snap.
 */
export const functionReach = grid(`
                            voice-transcribe   snap-process   label-query   ask-query   create-user   delete-user   reset-user   golden-run
    anon                    401                401            401           401         401           401           401          401
    technician              403                403            400           400         403           403           403          403
    roleless                403                403            403           400         403           403           403          403
    admin                   403                403            403           400         400           400           400          400
    superAdmin              403                403            403           400         400           400           400          400
    suspendedTechnician     403                403            403           403         403           403           403          403
    suspendedAdmin          403                403            403           403         403           403           403          403
    suspendedSuperAdmin     403                403            403           403         403           403           403          403
    otherAdmin              403                403            403           400         400           400           400          400
    otherTechnician         403                403            400           400         403           403           403          403
    companylessTechnician   403                403            403           403         403           403           403          403
    companylessAdmin        403                403            403           403         400           400           400          400
`);
export const functionUrls = Object.keys(functionReach.anon ?? {});
