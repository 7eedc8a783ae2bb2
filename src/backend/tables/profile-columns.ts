/** The columns of `profiles` that the app reads: those of `profileSchema`. */
export const PROFILE_COLUMNS =
  "id, full_name, email, company_id, status, created_at, can_use_voice_agent, can_use_snap_agent, can_use_label_agent";
