import { readFileSync } from "node:fs";
import { z } from "zod";

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

/** What a project holds. */
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

/** What a new project's Auth is set to, as far as the product cares; the API says null of the rest. */
const NEW_PROJECT_AUTH = {
  ...Object.fromEntries(AUTH_SETTINGS.map((name) => [name, null])),
  custom_oauth_enabled: false,
  custom_oauth_max_providers: 3,
  mfa_phone_otp_length: 6,
  oauth_server_allow_dynamic_registration: false,
  oauth_server_enabled: false,
  passkey_enabled: false,
  sms_otp_length: 6,
  site_url: "http://localhost:3000",
  uri_allow_list: "",
  jwt_exp: 3600,
  disable_signup: false,
  refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
  security_manual_linking_enabled: false,
  security_update_password_require_reauthentication: false,
  security_update_password_require_current_password: false,
  password_min_length: 6,
  password_required_characters: "",
  external_email_enabled: true,
  external_anonymous_users_enabled: false,
  external_phone_enabled: false,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  mailer_otp_exp: 3600,
  mailer_otp_length: 6,
  smtp_host: null,
  smtp_port: null,
  smtp_user: null,
  smtp_admin_email: null,
  smtp_sender_name: null,
  smtp_max_frequency: 60,
  rate_limit_email_sent: 2,
  mfa_max_enrolled_factors: 10,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_phone_enroll_enabled: false,
  mfa_phone_verify_enabled: false,
  mfa_web_authn_enroll_enabled: false,
  mfa_web_authn_verify_enabled: false,
};

/** A project that nobody has set up. */
export function newProject(): Project {
  return {
    functions: {},
    secrets: {},
    auth: { ...NEW_PROJECT_AUTH },
    api: {
      db_schema: "public,graphql_public",
      db_extra_search_path: "public,extensions",
      max_rows: 1000,
    },
  };
}

/** What the management API says of the project. */
export const ABOUT_PROJECT = {
  id: PROJECT_REF,
  ref: PROJECT_REF,
  organization_id: "example",
  organization_slug: "example",
  name: "Field Agents",
  region: "eu-central-1",
  created_at: "2026-01-01T00:00:00Z",
  status: "ACTIVE_HEALTHY",
  database: {
    host: `db.${PROJECT_REF}.hosted.invalid`,
    version: "15.8.1.085",
    postgres_engine: "15",
    release_channel: "ga",
  },
};

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

/** The project's configuration, as version 2 of the API gives it. */
export function configuration(project: Project) {
  const attributes = {
    database: {
      major_version: 15,
      ssl_enforced: false,
      network_restrictions: { entitlement: "allowed", status: "applied", allowed_cidrs: [] },
      postgres_settings: {},
    },
    pooler: {
      pool_mode: "transaction",
      ignore_startup_parameters: "",
      server_idle_timeout: 0,
      server_lifetime: 0,
      query_wait_timeout: 0,
      reserve_pool_size: 0,
      default_pool_size: 15,
      max_client_conn: 200,
    },
    auth: project.auth,
    api: dataApi(project),
    realtime: {
      private_only: false,
      max_concurrent_users: 200,
      max_events_per_second: 100,
      max_bytes_per_second: 100_000,
      max_channels_per_client: 100,
      max_joins_per_second: 100,
      max_presence_events_per_second: 100,
      max_payload_size_in_kb: 100,
      presence_enabled: true,
      suspend: false,
      connection_pool: 2,
      postgres_changes_pool: null,
    },
    storage: {
      file_size_limit: 52_428_800,
      features: {
        image_transformation: { enabled: false },
        s3_protocol: { enabled: true },
        purge_cache: { enabled: false },
        iceberg_catalog: { enabled: false, max_namespaces: 0, max_tables: 0, max_catalogs: 0 },
        vector_buckets: { enabled: false, max_buckets: 0, max_indexes: 0 },
      },
      capabilities: { list_v2: true, iceberg_catalog: false, object_versioning: false },
      upstream_target: "main",
      migration_version: "search-v2",
    },
  };
  return { data: { type: "project_config", id: PROJECT_REF, attributes } };
}
