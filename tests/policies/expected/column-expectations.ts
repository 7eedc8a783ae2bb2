import type { TableName } from "./expectations.ts";
import { grid } from "./grid.ts";

// Who may write which columns, in the terms of `expectations.ts`.

/**
 * Whose value of each column each person may change; a column without a line can be changed by
 * nobody.
 */
export const changeable: Record<TableName, ReturnType<typeof grid>> = {
  companies: grid(`
                            technician   admin         superAdmin
    name                    -            -             all
    require_second_factor   -            -             -
  `),
  profiles: grid(`
                            technician   admin         superAdmin
    full_name               -            -             all
    company_id              -            -             all
    status                  -            company       company,super,elsewhere,nowhere
    can_use_voice_agent     -            own,company   all
    can_use_snap_agent      -            own,company   all
    can_use_label_agent     -            own,company   all
  `),
  user_roles: grid(`
                            technician   admin         superAdmin
    role                    -            company       company,super,elsewhere,nowhere
  `),
  ai_prompt_settings: grid(`
                            technician   admin         superAdmin
    prompt_value            -            -             all
    description             -            -             all
    updated_by              -            -             all
    updated_at              -            -             all
  `),
  vocabulary_terms: grid(""),
  golden_questions: grid(`
                            technician   admin         superAdmin
    agent                   -            own           all
    question                -            own           all
    expected                -            own           all
    expected_text           -            own           all
    file_id                 -            own           all
  `),
  answer_feedback: grid(""),
  agent_logs: grid(""),
  detailed_agent_logs: grid(""),
  account_resets: grid(""),
  agent_requests: grid(""),
  contact_form_submissions: grid(`
                            technician   admin         superAdmin
    status                  -            all           all
    notes                   -            all           all
  `),
  knowledge_chunks: grid(""),
  knowledge_base: grid(`
                            technician   admin         superAdmin
    allowed_agents          -            own           all
    page_count              -            own           all
    picture_pages           -            own           all
    language                -            own           all
    passage_count           -            own           all
    deleting_at             -            own           all
  `),
  label_agent_conversations: grid(""),
  ask_agent_conversations: grid(""),
};

/** The columns that a person who may insert a row may set; the server sets the others. */
export const statable: Record<TableName, string[]> = {
  companies: ["id", "name"],
  profiles: [],
  user_roles: ["user_id", "role"],
  ai_prompt_settings: [
    "company_id",
    "prompt_key",
    "prompt_value",
    "description",
    "updated_by",
    "updated_at",
  ],
  vocabulary_terms: ["id", "company_id", "term", "heard", "created_by"],
  golden_questions: [
    "id",
    "company_id",
    "agent",
    "question",
    "expected",
    "expected_text",
    "file_id",
    "created_by",
  ],
  answer_feedback: [],
  agent_logs: [
    "id",
    "user_id",
    "agent_type",
    "input_type",
    "input_data",
    "output_summary",
    "captured_at",
  ],
  detailed_agent_logs: [],
  account_resets: [],
  agent_requests: [],
  contact_form_submissions: [
    "id",
    "company",
    "name",
    "email",
    "phone",
    "field_tech_count",
    "current_crm",
  ],
  knowledge_chunks: ["file_id", "chunk_no", "page", "heading", "body"],
  knowledge_base: [
    "id",
    "file_name",
    "file_path",
    "company_id",
    "uploaded_by",
    "allowed_agents",
    "kind",
    "size_bytes",
    "page_count",
    "picture_pages",
    "language",
    "passage_count",
  ],
  label_agent_conversations: [
    "id",
    "user_id",
    "role",
    "content",
    "sources",
    "basis",
    "corrections",
  ],
  ask_agent_conversations: ["id", "user_id", "role", "content", "sources", "basis", "corrections"],
};
