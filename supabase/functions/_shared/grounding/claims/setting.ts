import type { DocumentLanguage } from "../../contracts/knowledge.ts";
import type { Code } from "./codes.ts";
import type { Quantity } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";

/** Why a claim is not supported, in words for the model. Null: it is supported. */
export type Verdict = string | null;

/** What is known besides the claim and its passages. */
export interface Setting {
  /** All passages that the model was given. */
  given: readonly PassageFacts[];
  /** That of the answer. */
  language: DocumentLanguage;
  /** What the whole answer names. */
  answer: { quantities: readonly Quantity[]; codes: readonly Code[] };
  question: { quantities: readonly Quantity[]; codes: readonly Code[]; terms: ReadonlySet<string> };
}
