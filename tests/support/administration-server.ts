import type { Company } from "@contracts/company.ts";
import type {
  EarlyAccessRequest,
  EarlyAccessRequestChange,
} from "@contracts/early-access-request.ts";
import type { GoldenEntry, GoldenQuestion } from "@contracts/golden-question.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import type { NewPromptSetting, PromptSetting } from "@contracts/prompt-setting.ts";
import type { Role } from "@contracts/role.ts";
import type { CreateUserReply, CreateUserRequest } from "@contracts/user-requests.ts";
import type { NewVocabularyTerm, VocabularyTerm } from "@contracts/vocabulary.ts";
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
/** The id that the server gives to a new person. */
export const NEW_PERSON = "0b1f2c3d-0000-4000-8000-00000000000b";

type Rows<Row> = Map<string, Row>;

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

  function change<Row>(rows: Rows<Row>, id: string, fields: Partial<NoInfer<Row>>): Row | null {
    const row = rows.get(id);
    if (row === undefined) return null;
    const changed = { ...row, ...fields };
    rows.set(id, changed);
    return changed;
  }
  function add<Row extends { id: string }>(rows: Rows<Row>, row: Row): Row {
    rows.set(row.id, row);
    return row;
  }
  const remove = (rows: Rows<unknown>, id: string) => (rows.delete(id) ? (true as const) : null);

  const administration = {
    addCompany: async (_: string, { id, name }: Pick<Company, "id" | "name">) => {
      if (companies.has(id)) return DUPLICATE;
      return through("addCompany", () => {
        add(companies, companyRow({ id, name, user_count: 0, file_count: 0 }));
        return true as const;
      });
    },
    requireSecondFactor: (_: string, id: string, require_second_factor: boolean) =>
      through("requireSecondFactor", () => {
        const changed = change(companies, id, { require_second_factor });
        return changed && { require_second_factor };
      }),
    deleteCompany: (_: string, id: string) => through("deleteCompany", () => remove(companies, id)),
    changePerson: (_: string, id: string, fields: PersonChange) =>
      through("changePerson", () => {
        const changed = change(people, id, fields);
        if (changed === null) return null;
        const { role: _, ...profile } = changed;
        return profile;
      }),
    setRole: (_: string, id: string, role: Role) =>
      through("setRole", () => change(people, id, { role })?.role ?? null),
    promptSettings: () => through("promptSettings", () => [...prompts.values()]),
    addPromptSetting: (prompt: NewPromptSetting) =>
      through(`add ${prompt.prompt_key}`, () =>
        add(prompts, promptRow({ ...prompt, id: crypto.randomUUID() })),
      ),
    changePromptSetting: (updated_by: string, prompt: PromptSetting, fields: object) =>
      through(`change ${prompt.prompt_key}`, () =>
        change(prompts, prompt.id, { ...fields, updated_by }),
      ),
    earlyAccessRequest: (_: string, id: string) =>
      through("earlyAccessRequest", () => requests.get(id) ?? null),
    changeEarlyAccessRequest: (_: string, id: string, fields: EarlyAccessRequestChange) =>
      through(`change ${Object.values(fields)}`, () => change(requests, id, fields)),
    deletePromptSetting: (_: string, id: string) =>
      through("deletePromptSetting", () => remove(prompts, id)),
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
  const created_at = "2026-01-01T00:00:00+00:00";
  const vocabulary = {
    terms: () => through("terms", () => [...terms.values()]),
    add: (_: string, added: readonly NewVocabularyTerm[]) =>
      through("addTerms", () => added.map((term) => add(terms, { ...term, created_at }))),
    delete: (_: string, id: string) => through("deleteTerm", () => remove(terms, id)),
  };
  const goldenSet = {
    add: (_: string, question: Omit<GoldenQuestion, "created_at">) =>
      through("addGolden", () => add(golden, { ...question, created_at })),
    change: (_: string, id: string, entry: GoldenEntry) =>
      through("changeGolden", () => change(golden, id, entry)),
    delete: (_: string, id: string) => through("deleteGolden", () => remove(golden, id)),
  };
  const backend = {
    ...files.backend,
    ...{ administration, functions, vocabulary, golden: goldenSet },
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
