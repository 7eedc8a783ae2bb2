const SAME_PERSON = "The using condition, which is the same, has let nobody else through.";

/**
 * Conditions with a second condition behind them, so that opening only one of the two changes
 * nothing for anybody. The value names the other condition, and so the reason to keep both.
 */
export const secondLines: ReadonlyMap<string, string> = new Map([
  ["companies: super administrators rename companies: with check (true)", SAME_PERSON],
  [
    "profiles: administrators change the people they manage: with check (true)",
    "The trigger guard_profile_columns lets no administrator change a company.",
  ],
  [
    "user_roles: administrators change roles: with check without AND (user_id <> auth.uid())",
    SAME_PERSON,
  ],
  [
    "user_roles: administrators change roles: with check without AND private.manages(user_id)",
    SAME_PERSON,
  ],
  [
    "user_roles: people read their role, administrators their company's: using without AND ( SELECT private.has_role('admin'::text) AS has_role)",
    "It asks for the people of the company under their own policy, which shows a technician nobody.",
  ],
  [
    "ai_prompt_settings: super administrators change prompts: with check without AND ( SELECT private.is_super_admin() AS is_super_admin)",
    SAME_PERSON,
  ],
  ["contact_form_submissions: administrators answer requests: with check (true)", SAME_PERSON],
  ["knowledge_base: administrators change files: with check (true)", SAME_PERSON],
  [
    "knowledge_base: administrators change files: with check without AND (company_id = ( SELECT private.current_company() AS current_company))",
    SAME_PERSON,
  ],
  [
    "knowledge_base: administrators change files: with check without AND ( SELECT private.has_role('admin'::text) AS has_role)",
    SAME_PERSON,
  ],
  ["golden_questions: administrators change golden questions: with check (true)", SAME_PERSON],
  [
    "golden_questions: administrators change golden questions: with check without AND (company_id = ( SELECT private.current_company() AS current_company))",
    SAME_PERSON,
  ],
  [
    "golden_questions: administrators change golden questions: with check without AND ( SELECT private.has_role('admin'::text) AS has_role)",
    SAME_PERSON,
  ],
  [
    "objects: objects are added with the second factor required: with check without OR (bucket_id <> 'knowledge-base'::text)",
    "There is no other bucket, and nobody adds to one.",
  ],
  [
    "objects: objects are deleted with the second factor required: using without OR (bucket_id <> 'knowledge-base'::text)",
    "There is no other bucket, and nobody deletes from one.",
  ],
]);
