import { grid } from "./grid.ts";

// Who may do what, written by hand. A cell names the rows that a statement may affect, as seen from
// the person who sends it:
//
//   own        themselves, what they made, their company
//   company    another person of their company, with an ordinary role
//   super      a super administrator of their company
//   elsewhere  of another company
//   nowhere    a person without a company
//   all        each of these
//   -          the statement runs and finds no row
//   refused    the statement is refused as a whole (an insert of any other row always is)

/** What each person may do to the rows of each table. */
export const reach = {
  companies: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 refused     -             -
    roleless                own                 refused     -             -
    admin                   own                 refused     -             -
    superAdmin              all                 all         all           all
    suspendedTechnician     -                   refused     -             -
    suspendedAdmin          -                   refused     -             -
    suspendedSuperAdmin     -                   refused     -             -
    otherAdmin              own                 refused     -             -
    otherTechnician         own                 refused     -             -
    companylessTechnician   -                   refused     -             -
    companylessAdmin        -                   refused     -             -
  `),
  profiles: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 refused     -             refused
    roleless                own                 refused     -             refused
    admin                   own,company,super   refused     own,company   refused
    superAdmin              all                 refused     all           refused
    suspendedTechnician     -                   refused     -             refused
    suspendedAdmin          -                   refused     -             refused
    suspendedSuperAdmin     -                   refused     -             refused
    otherAdmin              own,company,super   refused     own,company   refused
    otherTechnician         own                 refused     -             refused
    companylessTechnician   own                 refused     -             refused
    companylessAdmin        own                 refused     -             refused
  `),
  user_roles: grid(`
                            select              insert                            update                            delete
    anon                    refused             refused                           refused                           refused
    technician              own                 refused                           -                                 -
    roleless                own                 refused                           -                                 -
    admin                   own,company,super   company                           company                           company
    superAdmin              all                 company,super,elsewhere,nowhere   company,super,elsewhere,nowhere   company,super,elsewhere,nowhere
    suspendedTechnician     -                   refused                           -                                 -
    suspendedAdmin          -                   refused                           -                                 -
    suspendedSuperAdmin     -                   refused                           -                                 -
    otherAdmin              own,company,super   company                           company                           company
    otherTechnician         own                 refused                           -                                 -
    companylessTechnician   own                 refused                           -                                 -
    companylessAdmin        own                 refused                           -                                 -
  `),
  ai_prompt_settings: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              -                   refused     -             -
    roleless                -                   refused     -             -
    admin                   -                   refused     -             -
    superAdmin              all                 all         all           all
    suspendedTechnician     -                   refused     -             -
    suspendedAdmin          -                   refused     -             -
    suspendedSuperAdmin     -                   refused     -             -
    otherAdmin              -                   refused     -             -
    otherTechnician         -                   refused     -             -
    companylessTechnician   -                   refused     -             -
    companylessAdmin        -                   refused     -             -
  `),
  vocabulary_terms: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 refused     refused       -
    roleless                own                 refused     refused       -
    admin                   own                 own         refused       own
    superAdmin              all                 all         refused       all
    suspendedTechnician     -                   refused     refused       -
    suspendedAdmin          -                   refused     refused       -
    suspendedSuperAdmin     -                   refused     refused       -
    otherAdmin              own                 own         refused       own
    otherTechnician         own                 refused     refused       -
    companylessTechnician   -                   refused     refused       -
    companylessAdmin        -                   refused     refused       -
  `),
  golden_questions: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              -                   refused     -             -
    roleless                -                   refused     -             -
    admin                   own                 own         own           own
    superAdmin              all                 all         all           all
    suspendedTechnician     -                   refused     -             -
    suspendedAdmin          -                   refused     -             -
    suspendedSuperAdmin     -                   refused     -             -
    otherAdmin              own                 own         own           own
    otherTechnician         -                   refused     -             -
    companylessTechnician   -                   refused     -             -
    companylessAdmin        -                   refused     -             -
  `),
  answer_feedback: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 refused     refused       refused
    roleless                own                 refused     refused       refused
    admin                   own,company,super   refused     refused       refused
    superAdmin              all                 refused     refused       refused
    suspendedTechnician     -                   refused     refused       refused
    suspendedAdmin          -                   refused     refused       refused
    suspendedSuperAdmin     -                   refused     refused       refused
    otherAdmin              own,company,super   refused     refused       refused
    otherTechnician         own                 refused     refused       refused
    companylessTechnician   own                 refused     refused       refused
    companylessAdmin        own                 refused     refused       refused
  `),
  agent_logs: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 own         refused       refused
    roleless                own                 own         refused       refused
    admin                   own,company,super   own         refused       refused
    superAdmin              all                 own         refused       refused
    suspendedTechnician     -                   refused     refused       refused
    suspendedAdmin          -                   refused     refused       refused
    suspendedSuperAdmin     -                   refused     refused       refused
    otherAdmin              own,company,super   own         refused       refused
    otherTechnician         own                 own         refused       refused
    companylessTechnician   own                 own         refused       refused
    companylessAdmin        own                 own         refused       refused
  `),
  detailed_agent_logs: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              -                   refused     refused       refused
    roleless                -                   refused     refused       refused
    admin                   own,company,super   refused     refused       refused
    superAdmin              all                 refused     refused       refused
    suspendedTechnician     -                   refused     refused       refused
    suspendedAdmin          -                   refused     refused       refused
    suspendedSuperAdmin     -                   refused     refused       refused
    otherAdmin              own,company,super   refused     refused       refused
    otherTechnician         -                   refused     refused       refused
    companylessTechnician   -                   refused     refused       refused
    companylessAdmin        -                   refused     refused       refused
  `),
  account_resets: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              -                   refused     refused       refused
    roleless                -                   refused     refused       refused
    admin                   own,company,super   refused     refused       refused
    superAdmin              all                 refused     refused       refused
    suspendedTechnician     -                   refused     refused       refused
    suspendedAdmin          -                   refused     refused       refused
    suspendedSuperAdmin     -                   refused     refused       refused
    otherAdmin              own,company,super   refused     refused       refused
    otherTechnician         -                   refused     refused       refused
    companylessTechnician   -                   refused     refused       refused
    companylessAdmin        -                   refused     refused       refused
  `),
  agent_requests: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              refused             refused     refused       refused
    roleless                refused             refused     refused       refused
    admin                   refused             refused     refused       refused
    superAdmin              refused             refused     refused       refused
    suspendedTechnician     refused             refused     refused       refused
    suspendedAdmin          refused             refused     refused       refused
    suspendedSuperAdmin     refused             refused     refused       refused
    otherAdmin              refused             refused     refused       refused
    otherTechnician         refused             refused     refused       refused
    companylessTechnician   refused             refused     refused       refused
    companylessAdmin        refused             refused     refused       refused
  `),
  contact_form_submissions: grid(`
                            select              insert      update        delete
    anon                    refused             all         refused       refused
    technician              -                   all         -             refused
    roleless                -                   all         -             refused
    admin                   all                 all         all           refused
    superAdmin              all                 all         all           refused
    suspendedTechnician     -                   refused     -             refused
    suspendedAdmin          -                   refused     -             refused
    suspendedSuperAdmin     -                   refused     -             refused
    otherAdmin              all                 all         all           refused
    otherTechnician         -                   all         -             refused
    companylessTechnician   -                   all         -             refused
    companylessAdmin        all                 all         all           refused
  `),
  knowledge_chunks: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 refused     refused       -
    roleless                -                   refused     refused       -
    admin                   own                 own         refused       own
    superAdmin              all                 all         refused       all
    suspendedTechnician     -                   refused     refused       -
    suspendedAdmin          -                   refused     refused       -
    suspendedSuperAdmin     -                   refused     refused       -
    otherAdmin              own                 own         refused       own
    otherTechnician         own                 refused     refused       -
    companylessTechnician   -                   refused     refused       -
    companylessAdmin        -                   refused     refused       -
  `),
  knowledge_base: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 refused     -             -
    roleless                -                   refused     -             -
    admin                   own                 own         own           own
    superAdmin              all                 all         all           all
    suspendedTechnician     -                   refused     -             -
    suspendedAdmin          -                   refused     -             -
    suspendedSuperAdmin     -                   refused     -             -
    otherAdmin              own                 own         own           own
    otherTechnician         own                 refused     -             -
    companylessTechnician   -                   refused     -             -
    companylessAdmin        -                   refused     -             -
  `),
  label_agent_conversations: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 own         refused       refused
    roleless                own                 own         refused       refused
    admin                   own                 own         refused       refused
    superAdmin              own                 own         refused       refused
    suspendedTechnician     -                   refused     refused       refused
    suspendedAdmin          -                   refused     refused       refused
    suspendedSuperAdmin     -                   refused     refused       refused
    otherAdmin              own                 own         refused       refused
    otherTechnician         own                 own         refused       refused
    companylessTechnician   own                 own         refused       refused
    companylessAdmin        own                 own         refused       refused
  `),
  ask_agent_conversations: grid(`
                            select              insert      update        delete
    anon                    refused             refused     refused       refused
    technician              own                 own         refused       refused
    roleless                own                 own         refused       refused
    admin                   own                 own         refused       refused
    superAdmin              own                 own         refused       refused
    suspendedTechnician     -                   refused     refused       refused
    suspendedAdmin          -                   refused     refused       refused
    suspendedSuperAdmin     -                   refused     refused       refused
    otherAdmin              own                 own         refused       refused
    otherTechnician         own                 own         refused       refused
    companylessTechnician   own                 own         refused       refused
    companylessAdmin        own                 own         refused       refused
  `),
};

export type TableName = keyof typeof reach;
export const tableNames = Object.keys(reach) as TableName[];

/**
 * The tables in which a visitor may insert a row, with the same columns as everybody; they may do
 * nothing else.
 */
export const VISITOR_TABLES: TableName[] = ["contact_form_submissions"];

/** All buckets; `storage-policies.ts` says whose objects each person reaches. */
export const BUCKET_NAMES = ["knowledge-base"];
