import { type ActorName, actorNames } from "../world/people.ts";
import { type TableName, tableNames } from "../world/tables.ts";
import { grid, grids } from "./grid.ts";

// Who may do what, written by hand. A cell names the rows that a statement may affect, as seen from
// the person who sends it:
//
//   own        themselves, what they made, their company
//   company    another person of their company, with an ordinary role
//   super      a super administrator of their company
//   elsewhere  of another company
//   nowhere    a person without a company
//   team       own, company and super
//   others     all but own
//   all        each of these
//   -          the statement runs and finds no row
//   refused    the statement is refused as a whole (an insert of any other row always is)

export type Operation = "select" | "insert" | "update" | "delete";

/** Everybody who sends requests; `anon` is a visitor. */
export type Caller = ActorName | "anon";
export const callers: readonly Caller[] = ["anon", ...actorNames];

/** What each person may do to the rows of each table. */
const reach = grids(`
            anon     technician  roleless  admin        superAdmin  suspended  strayTech  strayAdmin
  companies
    select  refused  own         own       own          all         -          -          -
    insert  refused  refused     refused   refused      all         refused    refused    refused
    update  refused  -           -         -            all         -          -          -
    delete  refused  -           -         -            all         -          -          -
  profiles
    select  refused  own         own       team         all         -          own        own
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  -           -         own,company  all         -          -          -
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  user_roles
    select  refused  own         own       team         all         -          own        own
    insert  refused  refused     refused   company      others      refused    refused    refused
    update  refused  -           -         company      others      -          -          -
    delete  refused  -           -         company      others      -          -          -
  ai_prompt_settings
    select  refused  -           -         -            all         -          -          -
    insert  refused  refused     refused   refused      all         refused    refused    refused
    update  refused  -           -         -            all         -          -          -
    delete  refused  -           -         -            all         -          -          -
  vocabulary_terms
    select  refused  own         own       own          all         -          -          -
    insert  refused  refused     refused   own          all         refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  -           -         own          all         -          -          -
  golden_questions
    select  refused  -           -         own          all         -          -          -
    insert  refused  refused     refused   own          all         refused    refused    refused
    update  refused  -           -         own          all         -          -          -
    delete  refused  -           -         own          all         -          -          -
  answer_feedback
    select  refused  own         own       team         all         -          own        own
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  device_queues
    select  refused  own         own       team         all         -          own        own
    insert  refused  own         own       own          own         refused    own        own
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  answer_reviews
    select  refused  -           -         own          all         -          -          -
    insert  refused  refused     refused   own          all         refused    refused    refused
    update  refused  -           -         own          all         -          -          -
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  agent_logs
    select  refused  own         own       team         all         -          own        own
    insert  refused  own         own       own          own         refused    own        own
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  entry_changes
    select  refused  own         own       team         all         -          own        own
    insert  refused  own         own       own          own         refused    own        own
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  jobs
    select  refused  own         own       own          all         -          -          -
    insert  refused  refused     refused   own          all         refused    refused    refused
    update  refused  -           -         own          all         -          -          -
    delete  refused  -           -         own          all         -          -          -
  job_import_tokens
    select  refused  -           -         own          all         -          -          -
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  -           -         own          all         -          -          -
  webhooks
    select  refused  -           -         own          all         -          -          -
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  -           -         own          all         -          -          -
    delete  refused  -           -         own          all         -          -          -
  webhook_deliveries
    select  refused  -           -         own          all         -          -          -
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  detailed_agent_logs
    select  refused  -           -         team         all         -          -          -
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  account_changes
    select  refused  -           -         own          all         -          -          -
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  agent_requests
    select  refused  refused     refused   refused      refused     refused    refused    refused
    insert  refused  refused     refused   refused      refused     refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  contact_form_submissions
    select  refused  -           -         all          all         -          -          all
    insert  all      all         all       all          all         refused    all        all
    update  refused  -           -         all          all         -          -          all
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  knowledge_chunks
    select  refused  own         -         own          all         -          -          -
    insert  refused  refused     refused   own          all         refused    refused    refused
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  -           -         own          all         -          -          -
  knowledge_base
    select  refused  own         -         own          all         -          -          -
    insert  refused  refused     refused   own          all         refused    refused    refused
    update  refused  -           -         own          all         -          -          -
    delete  refused  -           -         own          all         -          -          -
  label_agent_conversations
    select  refused  own         own       own          own         -          own        own
    insert  refused  own         own       own          own         refused    own        own
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
  ask_agent_conversations
    select  refused  own         own       own          own         -          own        own
    insert  refused  own         own       own          own         refused    own        own
    update  refused  refused     refused   refused      refused     refused    refused    refused
    delete  refused  refused     refused   refused      refused     refused    refused    refused
`);

export function cellOf(table: TableName, operation: Operation, caller: Caller): string {
  const cell = reach[table]?.[operation]?.[caller];
  if (cell === undefined) throw new Error(`No expectation for ${table} ${operation} ${caller}`);
  return cell;
}

/**
 * The companies whose rows of a view each person reads; of `own_answer_feedback` whether they read their own,
 * and of entries and corrected notes their own and those of the company that they administer. A view can be
 * written by no person.
 */
export const viewReach = grid(`
                         anon     technician  roleless  admin  superAdmin  suspended  stray
  company_overview       refused  -           -         own    all         -          -
  person_activity        refused  -           -         own    all         -          -
  agent_usage_analytics  refused  -           -         own    all         -          -
  answers_to_review      refused  -           -         own    all         -          -
  account_resets         refused  -           -         own    all         -          -
  answer_review_counts   refused  -           -         own    all         -          -
  own_answer_feedback    refused  own         own       own    own         -          own
  entries                refused  own         own       own    all         -          own
  corrected_notes        refused  own         own       own    all         -          own
`);
export const viewNames = Object.keys(viewReach);

/** Whose value of each column each person may change; nobody may change the other columns. */
export const changeable = grids(`
                            technician  admin       superAdmin
  companies
    name                    -           -           all
    require_second_factor   -           -           -
  profiles
    full_name               -           -           all
    company_id              -           -           all
    status                  -           company     others
    can_use_voice_agent     -           own,company all
    can_use_snap_agent      -           own,company all
    can_use_label_agent     -           own,company all
  user_roles
    role                    -           company     others
  ai_prompt_settings
    prompt_value            -           -           all
    description             -           -           all
    updated_by              -           -           all
    updated_at              -           -           all
  golden_questions
    agent                   -           own         all
    question                -           own         all
    expected                -           own         all
    expected_text           -           own         all
    file_id                 -           own         all
  answer_reviews
    assigned_to             -           own         all
    done_at                 -           own         all
    reply                   -           own         all
  jobs
    number                  -           own         all
    title                   -           own         all
    customer                -           own         all
    site                    -           own         all
    equipment               -           own         all
    status                  -           own         all
  webhooks
    events                  -           own         all
    is_paused               -           own         all
  contact_form_submissions
    status                  -           all         all
    notes                   -           all         all
  knowledge_base
    allowed_agents          -           own         all
    page_count              -           own         all
    picture_pages           -           own         all
    reading                 -           own         all
    language                -           own         all
    passage_count           -           own         all
    deleting_at             -           own         all
`);

/** The columns that a person who may insert a row may set; the server sets the others. */
const STATABLE: Partial<Record<TableName, string>> = {
  companies: "id name",
  user_roles: "user_id role",
  ai_prompt_settings: "company_id prompt_key prompt_value description updated_by updated_at",
  vocabulary_terms: "id company_id term heard created_by",
  golden_questions: "id company_id agent question expected expected_text file_id created_by",
  device_queues: "user_id device waiting oldest",
  answer_reviews: "id company_id assigned_to done_at reply",
  agent_logs: "id user_id agent_type input_type input_data output_summary captured_at job_id",
  entry_changes: "id entry_id user_id kind job_id transcription summary revision changed_at",
  jobs: "id company_id number title customer site equipment status",
  contact_form_submissions: "id company name email phone field_tech_count current_crm",
  knowledge_chunks: "file_id chunk_no page heading body",
  knowledge_base: `id file_name file_path company_id uploaded_by allowed_agents kind size_bytes
    page_count picture_pages reading language passage_count`,
  label_agent_conversations: "id user_id role content sources basis corrections",
  ask_agent_conversations: "id user_id role content sources basis corrections",
};
export const statable = Object.fromEntries(
  tableNames.map((table) => [table, STATABLE[table]?.split(/\s+/) ?? []]),
) as Record<TableName, string[]>;

/**
 * The tables in which a visitor may insert a row, with the same columns as everybody; they may do
 * nothing else.
 */
export const VISITOR_TABLES: TableName[] = ["contact_form_submissions"];

/** All buckets; `storage-policies.ts` says whose objects each person reaches. */
export const BUCKET_NAMES = ["knowledge-base"];
