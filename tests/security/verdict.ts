import type { FuzzedBackend } from "./fuzzed-backend.ts";
import type { HostileRequest, Sender } from "./hostile-request.ts";

/** The outcome of a hostile request. */
export interface Verdict {
  status: number;
  answer: string;
  /** What was wrong with the answer; null when nothing was. */
  complaint: string | null;
}

const LIMIT_MS = 60_000;

/** Invalid authorization headers. */
const GARBLED = [
  "Bearer",
  "Bearer a.b.c",
  "Basic dGVjaDpwYXNz",
  "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6InNlcnZpY2Vfcm9sZSJ9.",
];

const STACK_TRACE =
  /\n\s+at |\bat (async )?[\w.<>]+ \(\S+:\d+|\.(ts|js|mjs):\d+:\d+|node_modules|file:\/\/\/|PGlite|PostgresError/;

/** Sends a request, and checks that the answer shows no fault that no answer may have. */
export async function tryRequest(fuzzed: FuzzedBackend, request: HostileRequest): Promise<Verdict> {
  const { backend } = fuzzed;
  const { sender, method, path, headers, body } = request;
  try {
    const reply = await fetch(backend.url + path, {
      method,
      redirect: "manual",
      headers: { apikey: backend.publishableKey, ...headers, ...authorization(fuzzed, request) },
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const answer = await reply.text();
    const told = `${[...reply.headers].join("\n")}\n${answer}`;
    return { status: reply.status, answer, complaint: complaintOf(fuzzed, request, reply, told) };
  } catch (error) {
    return { status: 0, answer: `${sender}: ${error}`, complaint: "no answer" };
  }
}

function authorization(
  fuzzed: FuzzedBackend,
  { sender, path, headers, body }: HostileRequest,
): Record<string, string> {
  if (sender === "nobody" || headers.authorization !== undefined) return {};
  const index = (path.length + (body?.length ?? 0)) % GARBLED.length;
  const token = fuzzed.tokenOf(sender);
  return { authorization: token === null ? (GARBLED[index] ?? "") : `Bearer ${token}` };
}

function complaintOf(
  fuzzed: FuzzedBackend,
  { sender, service, method, path, body }: HostileRequest,
  { status, ok }: Response,
  told: string,
): string | null {
  if (status >= 500) return "the server broke";
  if (STACK_TRACE.test(told)) return "a stack trace";
  if (told.includes(fuzzed.canary)) return "somebody else's data";
  if (service === "functions") {
    const refusal = refusalBefore(sender, path);
    if (refusal !== null && status !== refusal) return `not refused with ${refusal} before parsing`;
  }
  const stranger = sender === "nobody" || sender === "garbled" || sender === "suspended";
  const isLead = method === "POST" && path.startsWith("/rest/v1/contact_form_submissions");
  // A request without a row to add or a column to change does nothing and reveals nothing.
  const isNothing = String(body).trim() === { POST: "[]", PATCH: "{}" }[method];
  if (service === "rest" && ok && sender === "nobody" && !isLead && !isNothing) {
    return "answered to a stranger";
  }
  if (service === "storage" && ok && stranger) return "answered to a stranger";
  return null;
}

/** The status with which a function refuses a sender whom it does not serve, whatever the body. */
function refusalBefore(sender: Sender, path: string): number | null {
  if (path.endsWith("/deliver-webhooks")) return 401;
  if (path.endsWith("/import-jobs")) return null;
  if (sender === "nobody" || sender === "garbled") return 401;
  if (sender === "suspended") return 403;
  return sender === "technician" && /(create|delete)-user$/.test(path) ? 403 : null;
}
