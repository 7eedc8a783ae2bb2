import type { PriceTable } from "../ai/prices.ts";
import { type AiCall, sumFigures } from "../ai/turn.ts";
import type { LoggedAgent } from "../contracts/agent.ts";
import type { AnswerGrounding } from "../contracts/answer-grounding.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import { detectDevice } from "../contracts/person-activity.ts";
import { readClientAddress } from "./client-address.ts";
import { storableText } from "./storable-text.ts";

/** Longest texts of a detailed row, in characters. */
const TEXT_LIMIT = 10_000;
const ERROR_LIMIT = 1_000;

/** The values that a function writes into `detailed_agent_logs`; the database adds the person's. */
export type DetailedLogEntry = ReturnType<typeof detailedLogEntry>;

/** The data of a request that is known when its row is written. */
export interface LoggedRequest {
  agent: LoggedAgent;
  action: string;
  headers: Headers;
  /** What was sent, in a few words; null while it is not known. */
  input: string | null;
  calls: readonly AiCall[];
  prices: PriceTable;
  elapsedMs: number;
}

/**
 * The outcome of a request: the answer, the names of the files of the knowledge base that support it,
 * and what it rests on if a model gave it.
 */
export interface LoggedOutcome {
  output?: string;
  error?: unknown;
  files?: readonly string[];
  grounding?: AnswerGrounding | null;
}

export function detailedLogEntry(
  request: LoggedRequest,
  status: LogStatus,
  { output, error, files = [], grounding = null }: LoggedOutcome,
) {
  const message = error instanceof Error ? error.message : String(error ?? "");
  return {
    agent_type: request.agent,
    action_type: request.action,
    status,
    device_type: detectDevice(request.headers.get("User-Agent")),
    ip_address: readClientAddress(request.headers),
    ...sumFigures(request.calls, request.prices),
    total_request_time_ms: Math.max(0, Math.round(request.elapsedMs)),
    input_text: textOrNull(request.input, TEXT_LIMIT),
    output_text: textOrNull(output, TEXT_LIMIT),
    error_message: textOrNull(message, ERROR_LIMIT),
    knowledge_base_files_used: files,
    grounding,
  };
}

function textOrNull(text: string | null | undefined, limit: number): string | null {
  return text ? storableText(text, limit) : null;
}
