import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";

/** Unsaved text about a request for early access. */
export interface RequestDraft {
  /** The id of the request. */
  id: string;
  /** Null: unchanged. */
  notes: string | null;
  /**
   * The server's notes when the edit began. If the server's notes differ from it, another person
   * changed them.
   */
  notesBefore: string | null;
  status: EarlyAccessRequest["status"] | null;
}

/** The unsaved edit of a prompt's text. */
export interface PromptDraft {
  company_id: string;
  prompt_key: string;
  text: string;
  /**
   * The company's own text when the edit began, null for none. If it differs now, another person
   * changed it.
   */
  before: string | null;
}

/** A new prompt of a company that was not added yet. */
export interface NewPromptDraft {
  company_id: string;
  prompt_key: string;
  prompt_value: string;
  description: string;
}
