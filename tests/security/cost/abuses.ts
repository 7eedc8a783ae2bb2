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
}

export interface Abuse {
  what: string;
  attack: Attack;
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
function repeated(
  concurrency: number,
  method: string,
  path: string,
  headers: Headers,
  body = "",
): Attack {
  const { length } = Buffer.from(body.replaceAll("{n}", "0000"));
  const all = { ...headers, ...(body !== "" && { "content-length": String(length) }) };
  return { requests: { concurrency, text: headOf(method, path, all) + body } };
}

/** Every abuse that is tried, by which one person could slow down others. */
export function abuses(attacker: Attacker): Abuse[] {
  const { technician, administrator, companyId } = attacker;
  const key = { apikey: attacker.publishableKey };
  const json = { "content-type": "application/json" };
  const own = { ...key, authorization: `Bearer ${technician.accessToken}` };
  const asAdministrator = { ...key, authorization: `Bearer ${administrator.accessToken}` };
  const elsewhere = { "x-forwarded-for": "2001:db8:{n}::1" };
  const signIn = (email: string, password: string, more: Headers = {}) =>
    repeated(
      ...([40, "POST", "/auth/v1/token?grant_type=password"] as const),
      { ...key, ...json, ...more },
      JSON.stringify({ email, password }),
    );
  const recovery = (more: Headers = {}) =>
    repeated(
      ...([40, "POST", "/auth/v1/recover"] as const),
      { ...key, ...json, ...more },
      JSON.stringify({ email: "someone-{n}@nowhere.example" }),
    );
  const nested = (depth: number): string =>
    depth === 0 ? "*" : `*,agent_logs(*,profiles(${nested(depth - 1)}))`;
  const search = (bytes: number) =>
    repeated(
      ...([4, "POST", "/rest/v1/rpc/search_knowledge", { ...own, ...json }] as const),
      JSON.stringify({
        query: "pump filter ".repeat(bytes / 12),
        agent: "label_agent",
        max_results: 8,
      }),
    );
  const log = (input: string) => ({
    ...{ user_id: technician.userId, agent_type: "voice", input_type: "voice" },
    input_data: input,
  });
  const file = `/storage/v1/object/knowledge-base/${attacker.largeFile}`;
  const pattern = encodeURIComponent("^(.*)+(.*)+\\1\\2x$");
  const unfinished = (path: string, headers: Headers) => ({
    sockets: {
      count: 60,
      head: headOf("POST", path, { ...headers, "content-length": `${8 * MEBIBYTE}` }),
      fillBytes: 7 * MEBIBYTE,
    },
  });

  return [
    {
      what: "wrong passwords of one account",
      attack: signIn(technician.email, "not-this-password"),
    },
    {
      what: "wrong passwords of many accounts, from many addresses",
      attack: signIn("someone-{n}@nowhere.example", "not-this-password", elsewhere),
      isBehindProxy: true,
    },
    {
      what: "signing in with the right password, over and over",
      attack: signIn(technician.email, "field-demo"),
    },
    { what: "asking for mails to many addresses", attack: recovery() },
    {
      what: "asking for mails to many addresses, from many addresses",
      attack: recovery(elsewhere),
      isBehindProxy: true,
    },
    {
      what: "guessed refresh tokens",
      attack: repeated(
        ...([20, "POST", "/auth/v1/token?grant_type=refresh_token"] as const),
        { ...key, ...json },
        JSON.stringify({ refresh_token: "guess-{n}" }),
      ),
    },
    {
      what: "reads with a forged token",
      attack: repeated(20, "GET", "/rest/v1/profiles", { ...key, authorization: "Bearer a.b.c" }),
    },
    {
      what: "a regular expression with back-references",
      attack: repeated(10, "GET", `/rest/v1/agent_logs?input_data=match.${pattern}`, own),
    },
    {
      what: "rows embedded six deep",
      attack: repeated(
        ...([4, "GET", `/rest/v1/profiles?select=${encodeURIComponent(nested(3))}`, own] as const),
      ),
    },
    {
      what: "300 long rows, read over and over",
      attack: repeated(20, "GET", "/rest/v1/agent_logs?order=input_data", {
        ...own,
        "accept-encoding": "gzip",
      }),
    },
    { what: "a search for 8 MB of text", attack: search(8 * MEBIBYTE) },
    { what: "a search for 16 kB of text", attack: search(16 * 1024) },
    {
      what: "rows of 1.9 MB, added over and over",
      attack: repeated(
        ...([4, "POST", "/rest/v1/agent_logs", { ...own, ...json }] as const),
        JSON.stringify(Array.from({ length: 19 }, () => log("a".repeat(100_000)))),
      ),
    },
    {
      what: "all of those rows, read over and over",
      attack: repeated(4, "GET", "/rest/v1/agent_logs", { ...own, "accept-encoding": "gzip" }),
    },
    {
      what: "rows of 1.9 MB with a key and no token",
      attack: repeated(
        ...([8, "POST", "/rest/v1/agent_logs", { ...key, ...json }] as const),
        JSON.stringify([log("a".repeat(1.9 * MEBIBYTE))]),
      ),
    },
    {
      what: "requests for early access from one address",
      attack: repeated(
        ...([20, "POST", "/rest/v1/contact_form_submissions", { ...key, ...json }] as const),
        JSON.stringify({
          ...{ company: "A", name: "A", email: "someone-{n}@nowhere.example", phone: "1" },
          ...{ field_tech_count: "1", current_crm: "none" },
        }),
      ),
    },
    { what: "a 9 MB file, read over and over", attack: repeated(20, "GET", file, asAdministrator) },
    {
      what: "100 reads of a 9 MB file whose reader takes nothing",
      attack: {
        sockets: { count: 100, head: headOf("GET", file, asAdministrator), isDeaf: true },
      },
    },
    {
      what: "files of 4 MB that nobody may add",
      attack: repeated(
        ...([8, "POST", "/storage/v1/object/knowledge-base/{uuid}/a.txt"] as const),
        { ...own, "content-type": "text/plain" },
        "a ".repeat(2 * MEBIBYTE),
      ),
    },
    {
      what: "files of 4 MB, added over and over",
      attack: repeated(
        ...([4, "POST", `/storage/v1/object/knowledge-base/${companyId}/{uuid}.txt`] as const),
        { ...asAdministrator, "content-type": "text/plain" },
        "a ".repeat(2 * MEBIBYTE),
      ),
    },
    {
      what: "200 half-sent headers",
      attack: {
        sockets: { count: 200, head: "GET /rest/v1/profiles HTTP/1.1\r\nhost: a\r\nx-a: " },
      },
    },
    // The attacker reopens each connection a second after it was closed: more would be a flood of
    // packets.
    { what: "400 connections that ask nothing", attack: { sockets: { count: 400, head: "" } } },
    {
      what: "requests written 100 at a time, without waiting for an answer",
      attack: {
        sockets: {
          count: 40,
          head: headOf("GET", "/rest/v1/profiles", own).repeat(100),
        },
      },
    },
    {
      what: "60 bodies of 7 MB that never end, without a key",
      attack: unfinished("/storage/v1/object/knowledge-base/a", {}),
    },
    {
      what: "60 bodies of 7 MB that never end, with a token",
      attack: unfinished("/functions/v1/voice-transcribe", {
        ...own,
        "content-type": "multipart/form-data; boundary=a",
      }),
    },
    {
      what: "100 bodies of a byte a second",
      attack: {
        sockets: {
          count: 100,
          head: `${headOf("POST", "/rest/v1/agent_logs", { ...own, ...json, "content-length": "1000" })}[`,
          dripEveryMs: 1000,
        },
      },
    },
    {
      what: "calls of an agent beyond the pace",
      attack: repeated(
        ...([8, "POST", "/functions/v1/label-query"] as const),
        { ...own, ...json, "idempotency-key": "{uuid}" },
        JSON.stringify({ question: "What does E-30 mean?" }),
      ),
    },
    {
      what: "calls of an agent without a key",
      attack: repeated(
        ...([20, "POST", "/functions/v1/label-query", json] as const),
        JSON.stringify({ question: "What does E-30 mean?" }),
      ),
    },
    {
      what: "asking over and over whether the backend is ready",
      attack: repeated(20, "GET", "/readyz", {}),
    },
    {
      what: "the app's first page, over and over",
      attack: repeated(20, "GET", "/", { "accept-encoding": "br" }),
    },
  ];
}
