// The replies of the model server, and its failures.

export type RequestKind =
  | "health"
  | "token"
  | "function"
  | "log"
  | "history"
  | "message"
  | "messages"
  | "former-people"
  | "rating"
  | "change"
  | "changes"
  | "profile";

export async function audioOf(request: Request): Promise<Uint8Array | null> {
  const audio = (await request.formData()).get("audio");
  return audio instanceof Blob ? new Uint8Array(await audio.arrayBuffer()) : null;
}

export function replyOf(name: string, key: string, text: string, silent: boolean): object {
  if (name === "voice-transcribe") {
    const [transcription, summary] = [`Transcription of ${key}`, `Summary of ${key}`];
    return {
      success: true,
      ...(silent ? { transcription: "", summary: "" } : { transcription, summary }),
    };
  }
  if (name === "snap-process") return { analysis: `Analysis of ${key}` };
  return { answer: `Answer to ${JSON.parse(text).question}`, sources: [], basis: "model" };
}

const FIRST_ROW = Date.UTC(2026, 0, 5);

/**
 * Stores a row, unless it is there.
 * @param moment how many rows were stored before: no two rows are created at the same moment, and a later one never
 *   earlier, also after rows were deleted
 */
export function store(
  rows: Map<string, Record<string, unknown>>,
  row: { id: string },
  moment: number,
): Response {
  if (rows.has(row.id)) return Response.json([], { status: 201 });
  const stored = { ...row, created_at: new Date(FIRST_ROW + moment).toISOString() };
  rows.set(row.id, stored);
  return Response.json([stored], { status: 201 });
}

export function refusal(
  fate: { status: number; code: string; message?: string; retryAfter?: number },
  kind: RequestKind = "function",
): Response {
  const message = fate.message ?? fate.code;
  const headers = fate.retryAfter === undefined ? {} : { "Retry-After": String(fate.retryAfter) };
  const body =
    kind === "function" ? { error: { code: fate.code, message } } : { code: fate.code, message };
  return Response.json(body, { status: fate.status, headers });
}

export function inFlight(retryAfter: number): Response {
  return refusal({ status: 409, code: "in_flight", retryAfter });
}

/** A gateway's answer for a function that has crashed. */
export function crashed(): Response {
  return new Response("Bad gateway", { status: 502 });
}

export function rejectedByAbort(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    const abort = () => reject(new DOMException("Aborted", "AbortError"));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
}
