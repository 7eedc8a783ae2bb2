import { callers } from "./expectations.ts";
import { grid } from "./grid.ts";

/** The functions that REST offers to the server alone. */
export const SERVER_FUNCTIONS = [
  ...["begin_agent_request", "claim_agent_request", "finish_agent_request"],
  ...["release_agent_request", "log_refused_agent_request"],
  ...["begin_account_change", "finish_account_change", "equip_person", "note_taken_address"],
  ...["search_knowledge_for", "search_knowledge_in", "spelling_candidates_for"],
  ...["unsearched_pages", "company_of_job_token", "claim_webhook_deliveries"],
];

/**
 * Functions with which a policy asks about the caller; a person may run these private functions and
 * no others.
 */
export const POLICY_FUNCTIONS = [
  ...["is_active", "current_company", "has_role", "is_super_admin", "manages"],
  ...["may_use_label_agent", "gave_second_factor", "second_factor_suffices"],
];

/**
 * Which callers each function that REST offers to people answers; it refuses everybody else. Each
 * concerns rows that its caller may read or owns: those of versions, jobs and webhooks are called for the
 * company North.
 */
const peoplesReach = grid(`
                            anon     technician  roleless  admin     superAdmin  suspended  otherAdmin  stray
  search_knowledge          refused  answered    answered  answered  answered    answered   answered    answered
  set_own_full_name         refused  answered    answered  answered  answered    refused    answered    answered
  set_own_speech_language   refused  answered    answered  answered  answered    refused    answered    answered
  set_copy_layout           refused  refused     refused   answered  answered    refused    refused     refused
  former_people             refused  answered    answered  answered  answered    refused    answered    answered
  add_document_version      refused  refused     refused   answered  answered    refused    refused     refused
  restore_document_version  refused  refused     refused   answered  answered    refused    refused     refused
  rate_answer               refused  answered    answered  answered  answered    refused    answered    answered
  import_jobs               refused  refused     refused   answered  answered    refused    refused     refused
  make_job_import_token     refused  refused     refused   answered  answered    refused    refused     refused
  make_webhook_secret       refused  refused     refused   answered  answered    refused    refused     refused
  send_webhook_again        refused  refused     refused   answered  answered    refused    refused     refused
`);
export const PEOPLES_FUNCTIONS = Object.keys(peoplesReach);

/** The same for all functions that REST offers. */
export const rpcReach: typeof peoplesReach = {
  ...peoplesReach,
  ...Object.fromEntries(
    SERVER_FUNCTIONS.map((name) => [
      name,
      Object.fromEntries(callers.map((caller) => [caller, "refused"])),
    ]),
  ),
};

/**
 * The status with which each server function answers an incomplete body: 400 to people it serves,
 * and before that 401 or 403 to people it does not serve. Nobody has the flags for Voice and Snap. A
 * company's own system sends jobs, and the server itself wakes the deliveries.
 */
export const functionReach = grid(`
                    anon  technician  roleless  admin  superAdmin  suspended  strayTech  strayAdmin
  voice-transcribe  401   403         403       403    403         403        403        403
  snap-process      401   403         403       403    403         403        403        403
  label-query       401   400         403       403    403         403        403        403
  ask-query         401   400         400       400    400         403        403        403
  create-user       401   403         403       400    400         403        403        400
  delete-user       401   403         403       400    400         403        403        400
  reset-user        401   403         403       400    400         403        403        400
  golden-run        401   403         403       400    400         403        403        400
  import-jobs       401   401         401       401    401         401        401        401
  deliver-webhooks  401   401         401       401    401         401        401        401
`);
