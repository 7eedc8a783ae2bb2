import type { AiTurn } from "../ai/turn.ts";
import type { Agent } from "../contracts/agent.ts";
import type { Profile } from "../contracts/person.ts";
import type { Environment } from "./environment.ts";
import type { ServiceRest } from "./service-rest.ts";

/** What one AI function says about itself; `agent-request.ts` does the rest. */
export interface AgentFunction<Input> {
  /** As in the URL and in the ledger. */
  name: string;
  agent: Agent;
  /** What the detailed log calls it. */
  action: string;
  /** @throws Refused when the body is not what the contract asks for. */
  parse: (request: Request) => Promise<ParsedBody<Input>>;
  /** @throws AiFailure when the provider gave no usable answer. */
  work: (input: Input, context: WorkContext) => Promise<Answer>;
}

export interface ParsedBody<Input> {
  input: Input;
  /** Equal for equal payloads alone: tells a repetition from another request under the same key. */
  hash: string;
  /** What was sent, in a few words for the detailed log. */
  description: string;
}

export interface WorkContext {
  caller: Profile;
  environment: Environment;
  rest: ServiceRest;
  turn: AiTurn;
}

export interface Answer {
  /** What the caller gets, now and whenever they repeat the request. */
  reply: object;
  /** What the detailed log says was answered. */
  output: string;
  /** Names of the files of the knowledge base that the answer rests on. */
  files?: readonly string[];
}
