import type { ProviderApi, ProviderCall, ReceivedMessage } from "./call.ts";
import { passagesIn } from "./passages.ts";

/** How the stand-in treats the next call: of the API in `to`, or of any API without it. */
export type Behaviour = { to?: ProviderApi } & (
  | {
      do: "answer";
      /** Absent: the default text for that kind of call. A function gets the messages of a chat. */
      text?: string | ((messages: readonly ReceivedMessage[]) => string);
      /** The `usage` of the reply; null leaves it out. Absent: the default figures. */
      usage?: object | null;
    }
  /** Answers only after `release()`. */
  | { do: "hold"; text?: string; usage?: object | null }
  | { do: "status"; status: number; headers?: Record<string, string>; message?: string }
  /** Answers 200 with this body, valid or not. */
  | { do: "body"; body: string; type?: string }
  /** Accepts the request and never answers. */
  | { do: "hang" }
  /** Breaks the connection without an answer. */
  | { do: "drop" }
);

export const DEFAULT_TEXT: Readonly<Record<ProviderApi, string>> = {
  transcription:
    "Replaced the 40/5 microfarad dual run capacitor on the condenser. Suction 118, liquid 322 psi. The contactor is pitted and should be replaced at the next visit.",
  chat: "Work done: dual run capacitor 40/5 µF replaced.\nReadings: suction 118 psi, liquid 322 psi.\nFollow-up: replace the pitted contactor at the next visit.",
};

const DEFAULT_USAGE: Readonly<Record<ProviderApi, object>> = {
  transcription: { type: "tokens", input_tokens: 120, output_tokens: 41, total_tokens: 161 },
  chat: { prompt_tokens: 310, completion_tokens: 37, total_tokens: 347 },
};

/** The stand-in's analysis of every photo. */
export const DEFAULT_ANALYSIS =
  "What it shows: an outdoor condensing unit.\nIssues: the run capacitor is bulging at the top.\nRecommendations: replace the capacitor and check the fan motor.";

export function defaultText(call: Extract<ProviderCall, { api: ProviderApi }>): string {
  if (call.api === "transcription") return DEFAULT_TEXT.transcription;
  if (call.images.length > 0) return DEFAULT_ANALYSIS;
  const [first] = passagesIn(call.messages.at(-1)?.content ?? "");
  return first ? `${firstSentence(first.body)} [${first.number}]` : DEFAULT_TEXT.chat;
}

function firstSentence(text: string): string {
  return (/^.+?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text).replace(/\[\d+\]/g, "");
}

export function replyOf(
  api: ProviderApi,
  { text, usage = DEFAULT_USAGE[api] }: { text: string; usage?: object | null | undefined },
): object {
  const figures = usage === null ? {} : { usage };
  if (api === "transcription") return { text, ...figures };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    ...figures,
  };
}
