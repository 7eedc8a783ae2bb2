import type { Company } from "@contracts/company.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { Person } from "@contracts/person.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { CreateUserReply, CreateUserRequest } from "@contracts/user-requests.ts";
import type { VocabularyTerm } from "@contracts/vocabulary.ts";
import type { Outcome } from "#backend/outcome.ts";
import type { AdministrationCommand } from "#commands/command-result.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { createKnowledgeServer, openAnswers } from "./knowledge-server.ts";
import { companyRow, promptRow } from "./rows.ts";

/** The database's answer to a row that is there already. */
export const DUPLICATE: Outcome<never> = {
  kind: "later",
  cause: "busy",
  code: "23505",
  message: "duplicate key value",
  retryAfterMs: null,
};
export const REFUSED: Outcome<never> = { kind: "never", code: "refused", message: "Refused." };
export const NEW_PERSON = "0b1f2c3d-0000-4000-8000-00000000000b";

type Rows<Row> = Map<string, Row>;
interface Listed {
  id: string;
}
interface Source {
  source: string;
}

/** The server of the administrators' commands, with its rows by their ids. */
export function createAdministrationServer() {
  const answers = openAnswers();
  const { through } = answers;
  const files = createKnowledgeServer(answers);
  const companies: Rows<Company> = new Map();
  const people: Rows<Person> = new Map();
  const prompts: Rows<PromptSetting> = new Map();
  const terms: Rows<VocabularyTerm> = new Map();
  const golden: Rows<GoldenQuestion> = new Map();
  const requests: Rows<EarlyAccessRequest> = new Map();
  /** What people were created with, by the keys of the requests. */
  const created: Rows<CreateUserRequest> = new Map();

  const tables: Record<string, Rows<Listed>> = {
    companies,
    ai_prompt_settings: prompts,
    vocabulary_terms: terms,
    golden_questions: golden,
    contact_form_submissions: requests,
    profiles: people,
    user_roles: people,
  } as unknown as Record<string, Rows<Listed>>;
  const table = (source: string) => tables[source] ?? new Map<string, Listed>();
  const created_at = "2026-01-01T00:00:00+00:00";

  /** What the server adds to a new row. */
  function complete(source: string, row: Listed): Listed {
    if (source === "companies") return companyRow({ ...row, user_count: 0, file_count: 0 });
    if (source !== "ai_prompt_settings") return { ...row, ...{ created_at } };
    return promptRow({ ...row, id: crypto.randomUUID() });
  }
  /** Prompts and requests are told apart in the names of calls. */
  function nameOfCall(verb: string, source: string, row: Listed | undefined, sent: object) {
    if (source === "ai_prompt_settings" && row) return `${verb} ${Reflect.get(row, "prompt_key")}`;
    if (source === "contact_form_submissions") return `${verb} ${Object.values(sent)}`;
    return `${verb} ${source}`;
  }
  function put(source: string, sent: Listed): Listed {
    const row = complete(source, sent);
    table(source).set(row.id, row);
    return row;
  }

  const rows = {
    read: (_: string, { source }: Source, { match }: { match: object }) =>
      through(`read ${source}`, () =>
        [...table(source).values()].filter((row) =>
          Object.entries(match).every(([column, value]) => Reflect.get(row, column) === value),
        ),
      ),
    add: (_: string, { source }: Source, sent: readonly Listed[]) =>
      // Nobody gets a role who is not there.
      through(nameOfCall("add", source, sent[0], {}), () =>
        source === "user_roles" ? [] : sent.map((row) => put(source, row)),
      ),
    addUnread: async (_: string, source: string, sent: Listed) => {
      if (table(source).has(sent.id)) return DUPLICATE;
      return through(`add ${source}`, () => put(source, sent) && (true as const));
    },
    change: (_: string, { source }: Source, match: Record<string, string>, fields: object) => {
      const find = () => table(source).get(match.id ?? match.user_id ?? "");
      return through(nameOfCall("change", source, find(), fields), () => {
        const row = find();
        if (row === undefined) return null;
        table(source).set(row.id, { ...row, ...fields });
        return source === "companies" || source === "user_roles" ? fields : { ...row, ...fields };
      });
    },
    remove: (_: string, source: string, id: string) =>
      through(`remove ${source}`, () => (table(source).delete(id) ? (true as const) : null)),
  };
  const functions = {
    createUser: async (
      request: CreateUserRequest,
      { key }: { key: string },
    ): Promise<Outcome<CreateUserReply>> => {
      const { email } = request;
      const isTaken = [...created].some(([other, each]) => other !== key && each.email === email);
      if (isTaken) return { kind: "never", code: "email_taken", message: "There already." };
      return through("createUser", () => {
        created.set(key, request);
        const temporary = { password: "k7mp-3xqd-w9ht", expires_at: "2026-01-08T00:00:00Z" };
        return { user: { id: NEW_PERSON, email: email.toLowerCase() }, temporary };
      });
    },
    deleteUser: ({ user_id }: { user_id: string }) =>
      through("deleteUser", () => {
        people.delete(user_id);
        return { success: true as const };
      }),
  };
  const backend = {
    ...files.backend,
    ...{ functions, rows },
  } as unknown as AdministrationCommand["backend"];
  return {
    ...answers,
    ...{ companies, people, prompts, terms, golden, requests, created, files, backend },
    /** The input of a command that this server answers. */
    command: (db: PersonDatabase, now: () => number): AdministrationCommand => ({
      ...{ db, backend, now },
    }),
  };
}
