import type { NewPersonRole } from "@contracts/user-requests.ts";
import { namedColumns, readCsv, smallLetters } from "../../read-csv.ts";

/** Most people of one import. */
export const IMPORT_LIMIT = 500;

/** A line of the file as it was read; texts are trimmed. */
export interface ReadPerson {
  /** Its line in the file, as a spreadsheet counts. */
  line: number;
  fullName: string;
  email: string;
  /** Null for a text that names no role. */
  role: NewPersonRole | null;
  voice: boolean;
  snap: boolean;
  label: boolean;
  /** Whether the file says which agents they get. If not, they get all, so that no person is locked out by mistake. */
  isAccessGiven: boolean;
  /** Texts about agents that mean neither yes nor no, or name no agent. */
  unclear: readonly string[];
  /** Null: the server makes a temporary one. */
  password: string | null;
}

export type ReadPeople =
  | { kind: "ok"; people: readonly ReadPerson[] }
  | { kind: "wrong"; message: string };

const COLUMNS = [
  ["fullName", ["fullname", "name", "person", "employee", "displayname"]],
  ["firstName", ["firstname", "givenname"]],
  ["lastName", ["lastname", "surname", "familyname"]],
  ["email", ["email", "emailaddress", "mail", "mailaddress", "emails", "username", "login"]],
  ["role", ["role", "type", "position"]],
  ["agents", ["agents", "agent", "agentaccess", "agentpermissions", "permissions"]],
  ["voice", ["voice", "voiceagent", "canusevoiceagent"]],
  ["snap", ["snap", "snapagent", "canusesnapagent"]],
  ["label", ["label", "labelagent", "canuselabelagent"]],
  ["password", ["password", "temporarypassword", "initialpassword"]],
] as const;
type Column = (typeof COLUMNS)[number][0];

const ROLES: Readonly<Record<string, NewPersonRole>> = {
  "": "field_tech",
  fieldtech: "field_tech",
  fieldtechnician: "field_tech",
  tech: "field_tech",
  technician: "field_tech",
  admin: "admin",
  administrator: "admin",
};

const YES: ReadonlySet<string> = new Set(["yes", "y", "true", "x", "1", "on", "✓", "✔"]);
const NO: ReadonlySet<string> = new Set(["", "no", "n", "false", "0", "off", "-"]);

const AGENTS = ["voice", "snap", "label"] as const;

/**
 * Reads a table of people. The first line names the columns, in any order and in the usual
 * spellings; a comma, semicolon or tab separates them.
 */
export function readPeopleCsv(bytes: ArrayBuffer): ReadPeople {
  const table = readCsv(bytes);
  if (table.kind === "wrong") return table;
  const [heads = [], ...lines] = table.lines;
  const columns = namedColumns(COLUMNS, heads);
  const hasName = columns.has("fullName") || columns.has("firstName") || columns.has("lastName");
  if (!hasName || !columns.has("email")) {
    const message = "The first line must name the columns: at least “Full name” and “Email”.";
    return { kind: "wrong", message };
  }
  const people = lines.flatMap((fields, index) => {
    const isEmpty = fields.every((field) => field.trim() === "");
    return isEmpty ? [] : [readPerson(fields, columns, index + 1 + table.firstLine)];
  });
  if (people.length === 0) return { kind: "wrong", message: "The file has no people." };
  if (people.length > IMPORT_LIMIT) {
    const message = `The file has ${people.length.toLocaleString()} people. At most ${IMPORT_LIMIT} can be imported at once: split it.`;
    return { kind: "wrong", message };
  }
  return { kind: "ok", people };
}

function readPerson(
  fields: readonly string[],
  columns: ReturnType<typeof namedColumns<Column>>,
  line: number,
): ReadPerson {
  const field = (column: Column) => columns.field(fields, column);
  const fullName = field("fullName") || `${field("firstName")} ${field("lastName")}`.trim();
  const named = field("agents")
    .split(/[,;/|+&]|\band\b|\s+/i)
    .map(smallLetters)
    .filter((word) => word !== "" && word !== "agent");
  const listed = new Set(named.map((word) => word.replace(/agent$/, "")));
  const isAll = listed.has("all");
  const unclear = [...listed].filter(
    (word) => word !== "all" && word !== "none" && !AGENTS.some((agent) => agent === word),
  );
  // A column of one agent is about everybody: an empty field in it means no.
  const isAccessGiven = named.length > 0 || AGENTS.some((agent) => columns.has(agent));
  const access = { voice: false, snap: false, label: false };
  for (const agent of AGENTS) {
    const text = field(agent).toLowerCase();
    if (!YES.has(text) && !NO.has(text)) unclear.push(field(agent));
    access[agent] = !isAccessGiven || YES.has(text) || isAll || listed.has(agent);
  }
  const password = columns.raw(fields, "password").trim();
  return {
    ...{ line, fullName, email: field("email"), role: ROLES[smallLetters(field("role"))] ?? null },
    ...access,
    ...{ isAccessGiven, unclear, password: password === "" ? null : password },
  };
}
