import { type Kysely, sql } from "kysely";

/** The addresses of Auth; an id in them is `:id`. */
const AUTH = [
  ...["token", "user", "logout", "recover", "verify", "settings", "health", "factors"],
  ...["factors/:id", "factors/:id/challenge", "factors/:id/verify"],
  ...["admin/users", "admin/users/:id", ".well-known/jwks.json"],
];
const GRANTS = ["password", "refresh_token"];
const STORAGE = ["object", "bucket"];
const OWN = ["/livez", "/readyz", "/healthz", "/config.json"];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * The pattern of a request's address, for logs and metrics. It consists of words that the backend
 * itself knows: an address may hold ids, names of files, and tokens.
 * @param grantType of a request for tokens
 * @param names the names of server functions, and of tables and functions of the database
 */
export function routePattern(
  { path, grantType }: { path: string; grantType: string | undefined },
  names: ReadonlySet<string>,
): string {
  if (OWN.includes(path)) return path;
  const [, service = "", , ...rest] = path.split("/");
  const prefix = `/${service}/v1/`;
  if (!path.startsWith(prefix)) return "/*";
  const [first = "", second = ""] = rest;
  switch (service) {
    case "auth": {
      const known = rest.join("/").replace(UUID, ":id");
      const grant = GRANTS.find((each) => known === "token" && each === grantType);
      if (grant !== undefined) return `${prefix}token?grant_type=${grant}`;
      return `${prefix}${AUTH.includes(known) ? known : "*"}`;
    }
    case "rest":
      if (first === "rpc") return `${prefix}rpc/${names.has(second) ? second : "*"}`;
      return `${prefix}${names.has(first) ? first : "*"}`;
    case "functions":
      return `${prefix}${names.has(first) ? first : "*"}`;
    case "storage":
      return STORAGE.includes(first) ? `${prefix}${first}/*` : `${prefix}*`;
    default:
      return "/*";
  }
}

/** The names of the tables and functions that REST offers. */
export async function restNames(database: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union
    select routine_name from information_schema.routines where routine_schema = 'public'`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}
