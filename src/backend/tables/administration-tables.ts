import { type Company, companySchema } from "@contracts/company.ts";
import {
  type EarlyAccessRequest,
  type EarlyAccessRequestChange,
  earlyAccessRequestSchema,
} from "@contracts/early-access-request.ts";
import { type Person, type PersonChange, type Profile, profileSchema } from "@contracts/person.ts";
import {
  type NewPromptSetting,
  type PromptSetting,
  promptSettingSchema,
} from "@contracts/prompt-setting.ts";
import { type Role, roleSchema } from "@contracts/role.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { PROFILE_COLUMNS } from "./profile-columns.ts";
import { allPages, asPerson } from "./table-requests.ts";

const COMPANY_COLUMNS = "id, name, created_at, user_count, file_count, require_second_factor";
const PROMPT_COLUMNS =
  "id, company_id, prompt_key, prompt_value, description, updated_by, updated_at";
const REQUEST_COLUMNS =
  "id, company, name, email, phone, field_tech_count, current_crm, created_at, status, notes";

export type AdministrationTables = ReturnType<typeof openAdministrationTables>;

/**
 * The tables that administrators edit. Each method returns an `Outcome` and never throws. A change
 * returns the changed row, or null when there is no row that `me` may change.
 */
export function openAdministrationTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  return {
    /** Every company that a person may see, sorted by name. */
    companies(me: string): Promise<Outcome<Company[]>> {
      return allPages((from, to) =>
        ask(
          me,
          () =>
            client
              .from("company_overview")
              .select(COMPANY_COLUMNS)
              .order("name")
              .order("id")
              .range(from, to),
          (data) => z.array(companySchema).parse(data),
        ),
      );
    },

    addCompany(me: string, company: Pick<Company, "id" | "name">): Promise<Outcome<true>> {
      return ask(
        me,
        () => client.from("companies").insert({ id: company.id, name: company.name }),
        () => true as const,
      );
    },

    /** Sets whether a company's administrators need a second factor to write. */
    requireSecondFactor(
      me: string,
      id: string,
      required: boolean,
    ): Promise<Outcome<{ require_second_factor: boolean } | null>> {
      return ask(
        me,
        () =>
          client
            .from("companies")
            .update({ require_second_factor: required })
            .eq("id", id)
            .select("require_second_factor"),
        (data) => z.array(z.object({ require_second_factor: z.boolean() })).parse(data)[0] ?? null,
      );
    },

    /** Deletes a company with the rows of its files and its prompts; its people stay. */
    deleteCompany(me: string, id: string): Promise<Outcome<true | null>> {
      return ask(
        me,
        // The server does not report a missing permission here: only the deleted rows show that it
        // worked.
        () => client.from("companies").delete().eq("id", id).select("id"),
        (data) => (z.array(z.object({ id: z.uuid() })).parse(data).length > 0 ? true : null),
      );
    },

    /** The people of a company, or people without a company if it is null; the newest first. */
    async people(me: string, companyId: string | null): Promise<Outcome<Person[]>> {
      const roles = await allPages((from, to) =>
        ask(
          me,
          () => client.from("user_roles").select("user_id, role").order("user_id").range(from, to),
          (data) => z.array(z.object({ user_id: z.uuid(), role: roleSchema })).parse(data),
        ),
      );
      if (roles.kind !== "ok") return roles;
      const profiles = await allPages((from, to) =>
        ask(
          me,
          () => {
            const profiles = client.from("profiles").select(PROFILE_COLUMNS);
            const asked =
              companyId === null
                ? profiles.is("company_id", null)
                : profiles.eq("company_id", companyId);
            return asked.order("created_at", { ascending: false }).order("id").range(from, to);
          },
          (data) => z.array(profileSchema).parse(data),
        ),
      );
      if (profiles.kind !== "ok") return profiles;
      const roleOf = new Map(roles.value.map(({ user_id, role }) => [user_id, role]));
      const people = profiles.value.map((profile) => ({
        ...profile,
        role: roleOf.get(profile.id) ?? "field_tech",
      }));
      return { kind: "ok", value: people };
    },

    changePerson(me: string, id: string, change: PersonChange): Promise<Outcome<Profile | null>> {
      return ask(
        me,
        () => client.from("profiles").update(change).eq("id", id).select(PROFILE_COLUMNS),
        (data) => z.array(profileSchema).parse(data)[0] ?? null,
      );
    },

    /**
     * Replaces a person's role. Updates the row, or inserts one if there is none. Deleting the row
     * first would leave the person with another role if the connection broke in between.
     */
    async setRole(me: string, id: string, role: Role): Promise<Outcome<Role | null>> {
      const parse = (data: unknown) => z.array(z.object({ role: roleSchema })).parse(data)[0]?.role;
      const changed = await ask(
        me,
        () => client.from("user_roles").update({ role }).eq("user_id", id).select("role"),
        (data) => parse(data) ?? null,
      );
      if (changed.kind !== "ok" || changed.value !== null) return changed;
      return ask(
        me,
        () => client.from("user_roles").insert({ user_id: id, role }).select("role"),
        (data) => parse(data) ?? null,
      );
    },

    /** A company's own prompts, sorted by key. */
    promptSettings(me: string, companyId: string): Promise<Outcome<PromptSetting[]>> {
      return ask(
        me,
        () =>
          client
            .from("ai_prompt_settings")
            .select(PROMPT_COLUMNS)
            .eq("company_id", companyId)
            .order("prompt_key"),
        (data) => z.array(promptSettingSchema).parse(data),
      );
    },

    addPromptSetting(setting: NewPromptSetting): Promise<Outcome<PromptSetting | null>> {
      return ask(
        setting.updated_by,
        () => client.from("ai_prompt_settings").insert(setting).select(PROMPT_COLUMNS),
        (data) => z.array(promptSettingSchema).parse(data)[0] ?? null,
      );
    },

    /** Changes one company's text of a prompt. */
    changePromptSetting(
      me: string,
      { company_id, prompt_key }: Pick<PromptSetting, "company_id" | "prompt_key">,
      change: Pick<PromptSetting, "prompt_value" | "updated_at">,
    ): Promise<Outcome<PromptSetting | null>> {
      return ask(
        me,
        () =>
          client
            .from("ai_prompt_settings")
            .update({ ...change, updated_by: me })
            .eq("company_id", company_id)
            .eq("prompt_key", prompt_key)
            .select(PROMPT_COLUMNS),
        (data) => z.array(promptSettingSchema).parse(data)[0] ?? null,
      );
    },

    /** Deletes a company's own prompt; the built-in text, if there is one, applies again. */
    deletePromptSetting(me: string, id: string): Promise<Outcome<true | null>> {
      return ask(
        me,
        () => client.from("ai_prompt_settings").delete().eq("id", id).select("id"),
        (data) => (z.array(z.object({ id: z.uuid() })).parse(data).length > 0 ? true : null),
      );
    },

    /** Every request for early access, newest first. */
    earlyAccessRequests(me: string): Promise<Outcome<EarlyAccessRequest[]>> {
      return allPages((from, to) =>
        ask(
          me,
          () =>
            client
              .from("contact_form_submissions")
              .select(REQUEST_COLUMNS)
              .order("created_at", { ascending: false })
              .order("id")
              .range(from, to),
          (data) => z.array(earlyAccessRequestSchema).parse(data),
        ),
      );
    },

    /** One request in its present state; null when there is none that `me` may see. */
    earlyAccessRequest(me: string, id: string): Promise<Outcome<EarlyAccessRequest | null>> {
      return ask(
        me,
        () => client.from("contact_form_submissions").select(REQUEST_COLUMNS).eq("id", id),
        (data) => z.array(earlyAccessRequestSchema).parse(data)[0] ?? null,
      );
    },

    changeEarlyAccessRequest(
      me: string,
      id: string,
      change: EarlyAccessRequestChange,
    ): Promise<Outcome<EarlyAccessRequest | null>> {
      return ask(
        me,
        () =>
          client
            .from("contact_form_submissions")
            .update(change)
            .eq("id", id)
            .select(REQUEST_COLUMNS),
        (data) => z.array(earlyAccessRequestSchema).parse(data)[0] ?? null,
      );
    },
  };
}
