import { grid } from "./grid.ts";

/** The functions of the request ledger that REST offers: the server's own, nobody else's. */
export const LEDGER_FUNCTIONS = [
  "claim_agent_request",
  "finish_agent_request",
  "release_agent_request",
  "log_refused_agent_request",
];

/** All that REST offers to the server alone. */
export const serverOnlyFunctions = [...LEDGER_FUNCTIONS, "search_knowledge_for"];

/** What REST offers to every person; each concerns what its caller may read, or is their own. */
export const PEOPLES_FUNCTIONS = [
  "search_knowledge",
  "set_own_full_name",
  "former_people",
  "take_over_logs",
];

/** What a policy may ask about the caller; a person may run these, and no other function. */
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

/** Whom each function of the database that REST offers answers, everybody else is refused. */
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
};

/**
 * What each server function answers to a body that is cut off: 400 from whoever it serves, and
 * before that 401 or 403 to whoever it does not. Nobody has the flags of Voice and Snap.
 */
export const functionReach = grid(`
                            voice-transcribe   snap-process   label-query   ask-query   create-user   delete-user
    anon                    401                401            401           401         401           401
    technician              403                403            400           400         403           403
    roleless                403                403            403           400         403           403
    admin                   403                403            403           400         400           400
    superAdmin              403                403            403           400         400           400
    suspendedTechnician     403                403            403           403         403           403
    suspendedAdmin          403                403            403           403         403           403
    suspendedSuperAdmin     403                403            403           403         403           403
    otherAdmin              403                403            403           400         400           400
    otherTechnician         403                403            400           400         403           403
    companylessTechnician   403                403            403           403         403           403
    companylessAdmin        403                403            403           403         400           400
`);
export const functionUrls = Object.keys(functionReach.anon ?? {});
