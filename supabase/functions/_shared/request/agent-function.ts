import type { AiTurn } from "../ai/turn.ts";
import type { Agent } from "../contracts/agent.ts";
import type { AnswerGrounding } from "../contracts/answer-grounding.ts";
import type { PromptKey } from "../contracts/built-in-prompts.ts";
import type { Profile } from "../contracts/person.ts";
import type { Environment } from "./environment.ts";
import type { CompanySettings } from "./request-ledger.ts";
import type { ServiceRest } from "./service-rest.ts";

/** The parts of an AI function that are its own; `agent-request.ts` does the rest. */
export interface AgentFunction<Input> {
  /** As in the URL and in the ledger. */
  name: string;
  agent: Agent;
  /** Its name in the detailed log. */
  action: string;
  /** What its work reads of the caller's company; nothing when it is not given. */
  reads?: { prompts: readonly PromptKey[]; terms: number };
  /** @throws Refused when the body is not what the contract asks for. */
  parse: (request: Request) => Promise<ParsedBody<Input>>;
  /** How long the provider may take for this input, in ms; `AI_BUDGET_MS` when it is not given. */
  budget?: (input: Input, environment: Environment) => number;
  /** @throws AiFailure when the provider gave no usable answer. */
  work: (input: Input, context: WorkContext) => Promise<Answer>;
}

export interface ParsedBody<Input> {
  input: Input;
  /** Equal only for equal payloads: tells a repetition from another request with the same key. */
  hash: string;
  /** A short description of the payload for the detailed log. */
  description: string;
}

export interface WorkContext {
  caller: Profile;
  environment: Environment;
  rest: ServiceRest;
  /** As they were when the request was claimed. */
  settings: CompanySettings;
  turn: AiTurn;
  /** What an earlier attempt of the request has kept; null if there is nothing. */
  kept: unknown;
  /** Keeps something for the next attempt, if this one fails. */
  keep: (kept: object) => void;
}

export interface Answer {
  /** What the caller gets, now and whenever they repeat the request. */
  reply: object;
  /** The answer as the detailed log shows it. */
  output: string;
  /** Names of the files of the knowledge base that support the answer. */
  files?: readonly string[];
  /** What the answer rests on; absent when no model gave it. */
  grounding?: AnswerGrounding;
}
