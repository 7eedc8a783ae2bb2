/** What an attacker does until they are stopped; attacker.mjs does it, in another process. */
export interface Attack {
  /** `concurrency` loops, each of which sends the request again when it is answered. */
  requests?: {
    concurrency: number;
    /** The request's text; `{n}` becomes another number each time, `{uuid}` another UUID. */
    text: string;
  };
  /** `count` connections, each opened again when it is closed. */
  sockets?: {
    count: number;
    /** The text that is sent at once, in Latin-1. */
    head: string;
    /** The attacker reads nothing of any answer. */
    isDeaf?: boolean;
  };
}

/** What an attacker has: the accounts of a technician and an administrator of one company. */
export interface Attacker {
  publishableKey: string;
  technician: { email: string; userId: string; accessToken: string };
  administrator: { accessToken: string };
  companyId: string;
  /** Path of a file of 9 MB in the bucket of manuals. */
  largeFile: string;
}

type Headers = Record<string, string>;

function headOf(method: string, path: string, headers: Headers): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** An attack that sends one request over and over, in `concurrency` loops. */
function repeated(concurrency: number, line: string, headers: Headers, body = ""): Attack {
  const [method = "", path = ""] = line.split(" ");
  const { length } = Buffer.from(body.replaceAll("{n}", "0000"));
  const all = { ...headers, ...(body !== "" && { "content-length": String(length) }) };
  return { requests: { concurrency, text: headOf(method, path, all) + body } };
}

/**
 * Every abuse that is tried, by which one person could slow down others. `limits.test.ts` of the
 * embedded backend has what it refuses at once, and connections that never end.
 */
export function abuses(attacker: Attacker): Record<string, Attack> {
  const { technician, administrator, companyId } = attacker;
  const key = { apikey: attacker.publishableKey };
  const json = { "content-type": "application/json" };
  const text = { "content-type": "text/plain" };
  const own = { ...key, authorization: `Bearer ${technician.accessToken}` };
  const boss = { ...key, authorization: `Bearer ${administrator.accessToken}` };
  const auth = (path: string, body: object, more: Headers = {}) =>
    repeated(40, `POST /auth/v1/${path}`, { ...key, ...json, ...more }, JSON.stringify(body));
  const signIn = (email: string, password: string, more: Headers = {}) =>
    auth("token?grant_type=password", { email, password }, more);
  const elsewhere = { "x-forwarded-for": "2001:db8:{n}::1" };
  const email = "someone-{n}@nowhere.example";
  const logs = "/rest/v1/agent_logs";
  const rows = Array.from({ length: 19 }, () => ({
    ...{ user_id: technician.userId, agent_type: "voice", input_type: "voice" },
    input_data: "a".repeat(100_000),
  }));
  const query = "pump filter ".repeat(1365);
  const searched = { query, agent: "label_agent", max_results: 8 };
  const question = { question: "What does E-30 mean?" };
  const newKey = { "idempotency-key": "{uuid}" };
  const post = (path: string, body: object, more: Headers = {}, loops = 4) =>
    repeated(loops, `POST ${path}`, { ...own, ...json, ...more }, JSON.stringify(body));
  const objects = "/storage/v1/object/knowledge-base";
  const file = `${objects}/${attacker.largeFile}`;
  const upload = (concurrency: number, path: string, headers: Headers) =>
    repeated(concurrency, `POST ${path}`, { ...headers, ...text }, "a ".repeat(2 << 20));
  const compressed = { ...own, "accept-encoding": "gzip" };

  return {
    "wrong passwords of many accounts, from many addresses": signIn(email, "wrong", elsewhere),
    "signing in with the right password, over and over": signIn(technician.email, "field-demo"),
    "asking for mails to many addresses, from many addresses": auth(
      "recover",
      { email },
      elsewhere,
    ),
    "guessed refresh tokens": auth("token?grant_type=refresh_token", {
      refresh_token: "guess-{n}",
    }),
    "reads with a forged token": repeated(20, "GET /rest/v1/profiles", {
      ...key,
      authorization: "Bearer a.b.c",
    }),
    "300 long rows, read over and over": repeated(20, `GET ${logs}?order=input_data`, compressed),
    "a search for 16 kB of text": post("/rest/v1/rpc/search_knowledge", searched),
    "rows of 1.9 MB, added over and over": post(logs, rows),
    "all of those rows, read over and over": repeated(4, `GET ${logs}`, compressed),
    "a 9 MB file, read over and over": repeated(20, `GET ${file}`, boss),
    "100 reads of a 9 MB file whose reader takes nothing": {
      sockets: { count: 100, head: headOf("GET", file, boss), isDeaf: true },
    },
    "files of 4 MB that nobody may add": upload(8, `${objects}/{uuid}/a.txt`, own),
    "files of 4 MB, added over and over": upload(4, `${objects}/${companyId}/{uuid}.txt`, boss),
    "requests written 100 at a time, without waiting for an answer": {
      sockets: { count: 40, head: headOf("GET", "/rest/v1/profiles", own).repeat(100) },
    },
    "calls of an agent beyond the pace": post("/functions/v1/label-query", question, newKey, 8),
    "the app's first page, over and over": repeated(20, "GET /", { "accept-encoding": "gzip" }),
  };
}

/** A text frame of a WebSocket, in Latin-1; its mask changes nothing. */
function frameOf(text: string): string {
  const { length } = text;
  const lengths = length < 126 ? [128 + length] : [254, length >> 8, length & 255];
  return `${String.fromCharCode(129, ...lengths)}\0\0\0\0${text}`;
}

/** Abuses of Realtime, during which others read as always, and also join and hear of changes. */
export function realtimeAbuses(attacker: Attacker): Record<string, Attack> {
  const { publishableKey, technician } = attacker;
  const upgrade = headOf("GET", `/realtime/v1/websocket?vsn=2.0.0&apikey=${publishableKey}`, {
    ...{ connection: "Upgrade", upgrade: "websocket" },
    ...{ "sec-websocket-version": "13", "sec-websocket-key": Buffer.alloc(16).toString("base64") },
  });
  const tables = ["agent_logs", "profiles", "companies", "knowledge_base", "vocabulary_terms"];
  const postgres_changes = tables.map((table) => ({ event: "*", schema: "public", table }));
  const joins = (count: number, access_token: string) =>
    Array.from({ length: count }, (_, place) => {
      const payload = { config: { postgres_changes }, access_token };
      return frameOf(JSON.stringify([`${place}`, `${place}`, `t${place}`, "phx_join", payload]));
    }).join("");
  const sockets = (count: number, frames: string, isDeaf = false) => ({
    sockets: { count, head: upgrade + frames, isDeaf },
  });
  const { requests } = abuses(attacker)["rows of 1.9 MB, added over and over"] ?? {};
  const all = joins(20, technician.accessToken);

  return {
    "100 sockets with 20 channels of somebody who adds many rows": {
      ...sockets(100, all),
      ...(requests && { requests }),
    },
    "such sockets that are not read": { ...sockets(100, all, true), ...(requests && { requests }) },
    "500 sockets of strangers": sockets(500, ""),
    "500 sockets of strangers with forged tokens": sockets(500, joins(3, "a.b.c")),
  };
}
