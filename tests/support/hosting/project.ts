import { readFileSync } from "node:fs";
import { z } from "zod";
import facts from "./new-project.json" with { type: "json" };

/** A project's reference: 20 lower-case letters. */
export const PROJECT_REF = "fieldagentsdemoproje";
export const PUBLISHABLE_KEY = "sb_publishable_of_the_project";
export const SECRET_KEY = "sb_secret_of_the_project";
export const ACCESS_TOKEN = `sbp_${"0123456789abcdef".repeat(3).slice(0, 40)}`;

export const metadataSchema = z.strictObject({
  name: z.string(),
  entrypoint_path: z.string(),
  import_map_path: z.string().optional(),
  static_patterns: z.array(z.string()).optional(),
  verify_jwt: z.boolean(),
});

/** A function as it was uploaded: what the platform is told of it, and its files by path. */
export interface UploadedFunction {
  metadata: z.infer<typeof metadataSchema>;
  files: Record<string, string>;
}

export interface Project {
  functions: Record<string, UploadedFunction>;
  secrets: Record<string, string>;
  auth: Record<string, unknown>;
  api: { db_schema: string; db_extra_search_path: string; max_rows: number };
}

/** The names of all settings that the API tells of Auth. */
const AUTH_SETTINGS = readFileSync(new URL("auth-settings.txt", import.meta.url), "utf8")
  .trim()
  .split(/\s+/);

/** A project that nobody has set up. */
export function newProject(): Project {
  return {
    functions: {},
    secrets: {},
    // As far as the product cares; the API says null of the rest.
    auth: { ...Object.fromEntries(AUTH_SETTINGS.map((name) => [name, null])), ...facts.auth },
    api: {
      db_schema: "public,graphql_public",
      db_extra_search_path: "public,extensions",
      max_rows: 1000,
    },
  };
}

/** What the management API says of the project. */
export const ABOUT_PROJECT = facts.about;

/** A new project's keys: the newer ones, of which secret ones are masked unless `reveal`. */
export function apiKeys(reveal: boolean) {
  const secret = reveal ? SECRET_KEY : `${SECRET_KEY.slice(0, 14)}···`;
  return [
    { id: "1", type: "publishable", name: "default", api_key: PUBLISHABLE_KEY },
    { id: "2", type: "secret", name: "default", api_key: secret },
  ];
}

/** The connection pooler as the API describes it; its first host answers to nobody. */
export function pooler(databaseUrl: string) {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const connection_string = `postgresql://postgres.${PROJECT_REF}:[YOUR-PASSWORD]@pooler.hosted.invalid:6543,${hostname}:${port}${pathname}`;
  return {
    identifier: PROJECT_REF,
    database_type: "PRIMARY",
    is_using_scram_auth: true,
    db_user: "postgres",
    db_host: "pooler.hosted.invalid",
    db_port: 6543,
    db_name: "postgres",
    connection_string,
    connectionString: connection_string,
    default_pool_size: 15,
    max_client_conn: 200,
    pool_mode: "transaction",
  };
}

/** The settings of the project's REST interface. */
export function dataApi({ api }: Project) {
  return {
    ...api,
    db_pool_acquisition_timeout: 10,
    db_pool_max_lifetime: 1800,
    db_pool_max_idletime: 30,
    db_pool: null,
  };
}

export function configuration(project: Project) {
  const attributes = { ...facts.attributes, auth: project.auth, api: dataApi(project) };
  return { data: { type: "project_config", id: PROJECT_REF, attributes } };
}
