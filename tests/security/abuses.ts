/** What an attacker does until they are stopped; attacker.mjs does it, in another process. */
export interface Attack {
  /** That many loops, each sending the request again when it is answered. */
  requests?: {
    concurrency: number;
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  };
  /** That many connections, opened again when they are closed. */
  sockets?: {
    count: number;
    /** What is sent at once. */
    head: string;
    /** Bytes of text that follow at once. */
    fillBytes?: number;
    /** After it, one more byte each time. */
    dripEveryMs?: number;
  };
}

export interface Abuse {
  what: string;
  attack: Attack;
}

/** The attacker's own account: a technician who may sign in and use the agents. */
export interface Attacker {
  email: string;
  userId: string;
  accessToken: string;
  publishableKey: string;
}

/** Every way that is tried of one person costing another. */
export function abuses(attacker: Attacker): Abuse[] {
  const key = { apikey: attacker.publishableKey };
  const own = { ...key, authorization: `Bearer ${attacker.accessToken}` };
  const json = { "content-type": "application/json" };
  const nested = (depth: number): string =>
    depth === 0 ? "*" : `*,agent_logs(*,profiles(${nested(depth - 1)}))`;
  const head = (method: string, path: string, headers: Record<string, string>) =>
    [
      `${method} ${path} HTTP/1.1`,
      "host: 127.0.0.1",
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "",
    ].join("\r\n");
  const search = (bytes: number) => ({
    concurrency: 4,
    method: "POST",
    path: "/rest/v1/rpc/search_knowledge",
    headers: { ...own, ...json },
    body: JSON.stringify({ query: "pump filter ".repeat(bytes / 12), agent: "label_agent", max_results: 8 }),
  });
  return [
    {
      what: "a flood of wrong passwords",
      attack: {
        requests: {
          concurrency: 40,
          method: "POST",
          path: "/auth/v1/token?grant_type=password",
          headers: { ...key, ...json },
          body: JSON.stringify({ email: attacker.email, password: "not-this-password" }),
        },
      },
    },
    {
      what: "a regular expression with back-references",
      attack: {
        requests: {
          concurrency: 10,
          method: "GET",
          path: `/rest/v1/agent_logs?input_data=match.${encodeURIComponent("^(.*)+(.*)+\\1\\2x$")}`,
          headers: own,
        },
      },
    },
    {
      what: "rows embedded six deep",
      attack: {
        requests: {
          concurrency: 4,
          method: "GET",
          path: `/rest/v1/profiles?select=${encodeURIComponent(nested(3))}`,
          headers: own,
        },
      },
    },
    { what: "a search for 8 MB of text", attack: { requests: search(8 << 20) } },
    { what: "a search for 16 kB of text", attack: { requests: search(16 << 10) } },
    {
      what: "200 half-sent headers",
      attack: {
        sockets: { count: 200, head: "GET /rest/v1/profiles HTTP/1.1\r\nhost: a\r\nx-a: " },
      },
    },
    {
      what: "60 bodies of 7 MB that never end, without a key",
      attack: {
        sockets: {
          count: 60,
          head: `${head("POST", "/storage/v1/object/knowledge-base/a", { "content-length": `${8 << 20}` })}\r\n`,
          fillBytes: 7 << 20,
        },
      },
    },
    {
      what: "60 bodies of 7 MB that never end, with a token",
      attack: {
        sockets: {
          count: 60,
          head: `${head("POST", "/functions/v1/voice-transcribe", { ...own, "content-type": "multipart/form-data; boundary=a", "content-length": `${8 << 20}` })}\r\n`,
          fillBytes: 7 << 20,
        },
      },
    },
    {
      what: "100 bodies of a byte a second",
      attack: {
        sockets: {
          count: 100,
          head: `${head("POST", "/rest/v1/agent_logs", { ...own, ...json, "content-length": "1000" })}\r\n[`,
          dripEveryMs: 1000,
        },
      },
    },
    {
      what: "calls of an agent beyond the pace",
      attack: {
        requests: {
          concurrency: 8,
          method: "POST",
          path: "/functions/v1/label-query",
          headers: { ...own, ...json },
          body: JSON.stringify({ question: "What does E-30 mean?" }),
        },
      },
    },
  ];
}
