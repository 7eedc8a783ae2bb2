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
    /** The text that is sent at once. */
    head: string;
    /** The number of further bytes of text that are sent at once. */
    fillBytes?: number;
    /** After that, one more byte at each interval. */
    dripEveryMs?: number;
    /** The attacker reads nothing of any answer. */
    isDeaf?: boolean;
  };
  /** Needs a backend that trusts X-Forwarded-For. */
  isBehindProxy?: boolean;
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

const MEBIBYTE = 1024 * 1024;

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

/** Every abuse that is tried, by which one person could slow down others. */
export function abuses(attacker: Attacker): Record<string, Attack> {
  const { technician, administrator, companyId } = attacker;
  const key = { apikey: attacker.publishableKey };
  const json = { "content-type": "application/json" };
  const text = { "content-type": "text/plain" };
  const own = { ...key, authorization: `Bearer ${technician.accessToken}` };
  const asAdministrator = { ...key, authorization: `Bearer ${administrator.accessToken}` };
  const elsewhere = { "x-forwarded-for": "2001:db8:{n}::1" };
  const auth = (path: string, body: object, more: Headers = {}, concurrency = 40) =>
    repeated(
      concurrency,
      `POST /auth/v1/${path}`,
      { ...key, ...json, ...more },
      JSON.stringify(body),
    );
  const signIn = (email: string, password: string, more: Headers = {}) =>
    auth("token?grant_type=password", { email, password }, more);
  const somebody = "someone-{n}@nowhere.example";
  const nested = (depth: number): string =>
    depth === 0 ? "*" : `*,agent_logs(*,profiles(${nested(depth - 1)}))`;
  const search = (bytes: number) => {
    const query = "pump filter ".repeat(bytes / 12);
    const body = JSON.stringify({ query, agent: "label_agent", max_results: 8 });
    return repeated(4, "POST /rest/v1/rpc/search_knowledge", { ...own, ...json }, body);
  };
  const logs = "/rest/v1/agent_logs";
  const log = (input: string) => ({
    ...{ user_id: technician.userId, agent_type: "voice", input_type: "voice" },
    input_data: input,
  });
  const adds = (concurrency: number, headers: Headers, rows: object[]) =>
    repeated(concurrency, `POST ${logs}`, { ...headers, ...json }, JSON.stringify(rows));
  const objects = "/storage/v1/object/knowledge-base";
  const file = `${objects}/${attacker.largeFile}`;
  const pattern = encodeURIComponent("^(.*)+(.*)+\\1\\2x$");
  const question = JSON.stringify({ question: "What does E-30 mean?" });
  const unfinished = (path: string, headers: Headers) => ({
    sockets: {
      count: 60,
      head: headOf("POST", path, { ...headers, "content-length": `${8 * MEBIBYTE}` }),
      fillBytes: 7 * MEBIBYTE,
    },
  });
  const compressed = { ...own, "accept-encoding": "gzip" };

  return {
    "wrong passwords of one account": signIn(technician.email, "not-this-password"),
    "wrong passwords of many accounts, from many addresses": {
      ...signIn(somebody, "not-this-password", elsewhere),
      isBehindProxy: true,
    },
    "signing in with the right password, over and over": signIn(technician.email, "field-demo"),
    "asking for mails to many addresses": auth("recover", { email: somebody }),
    "asking for mails to many addresses, from many addresses": {
      ...auth("recover", { email: somebody }, elsewhere),
      isBehindProxy: true,
    },
    "guessed refresh tokens": auth(
      "token?grant_type=refresh_token",
      { refresh_token: "guess-{n}" },
      {},
      20,
    ),
    "reads with a forged token": repeated(20, "GET /rest/v1/profiles", {
      ...key,
      authorization: "Bearer a.b.c",
    }),
    "a regular expression with back-references": repeated(
      10,
      `GET ${logs}?input_data=match.${pattern}`,
      own,
    ),
    "rows embedded six deep": repeated(
      4,
      `GET /rest/v1/profiles?select=${encodeURIComponent(nested(3))}`,
      own,
    ),
    "300 long rows, read over and over": repeated(20, `GET ${logs}?order=input_data`, compressed),
    "a search for 8 MB of text": search(8 * MEBIBYTE),
    "a search for 16 kB of text": search(16 * 1024),
    "rows of 1.9 MB, added over and over": adds(
      4,
      own,
      Array.from({ length: 19 }, () => log("a".repeat(100_000))),
    ),
    "all of those rows, read over and over": repeated(4, `GET ${logs}`, compressed),
    "rows of 1.9 MB with a key and no token": adds(8, key, [log("a".repeat(1.9 * MEBIBYTE))]),
    "requests for early access from one address": repeated(
      20,
      "POST /rest/v1/contact_form_submissions",
      { ...key, ...json },
      JSON.stringify({
        ...{ company: "A", name: "A", email: somebody, phone: "1" },
        ...{ field_tech_count: "1", current_crm: "none" },
      }),
    ),
    "a 9 MB file, read over and over": repeated(20, `GET ${file}`, asAdministrator),
    "100 reads of a 9 MB file whose reader takes nothing": {
      sockets: { count: 100, head: headOf("GET", file, asAdministrator), isDeaf: true },
    },
    "files of 4 MB that nobody may add": repeated(
      8,
      `POST ${objects}/{uuid}/a.txt`,
      { ...own, ...text },
      "a ".repeat(2 * MEBIBYTE),
    ),
    "files of 4 MB, added over and over": repeated(
      4,
      `POST ${objects}/${companyId}/{uuid}.txt`,
      { ...asAdministrator, ...text },
      "a ".repeat(2 * MEBIBYTE),
    ),
    "200 half-sent headers": {
      sockets: { count: 200, head: "GET /rest/v1/profiles HTTP/1.1\r\nhost: a\r\nx-a: " },
    },
    // The attacker reopens each connection a second after it was closed: more would be a flood of
    // packets.
    "400 connections that ask nothing": { sockets: { count: 400, head: "" } },
    "requests written 100 at a time, without waiting for an answer": {
      sockets: { count: 40, head: headOf("GET", "/rest/v1/profiles", own).repeat(100) },
    },
    "60 bodies of 7 MB that never end, without a key": unfinished(`${objects}/a`, {}),
    "60 bodies of 7 MB that never end, with a token": unfinished("/functions/v1/voice-transcribe", {
      ...own,
      "content-type": "multipart/form-data; boundary=a",
    }),
    "100 bodies of a byte a second": {
      sockets: {
        count: 100,
        head: `${headOf("POST", logs, { ...own, ...json, "content-length": "1000" })}[`,
        dripEveryMs: 1000,
      },
    },
    "calls of an agent beyond the pace": repeated(
      8,
      "POST /functions/v1/label-query",
      { ...own, ...json, "idempotency-key": "{uuid}" },
      question,
    ),
    "calls of an agent without a key": repeated(
      20,
      "POST /functions/v1/label-query",
      json,
      question,
    ),
    "asking over and over whether the backend is ready": repeated(20, "GET /readyz", {}),
    "the app's first page, over and over": repeated(20, "GET /", { "accept-encoding": "br" }),
  };
}
