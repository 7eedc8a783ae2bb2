import type { QuestionAgent } from "@contracts/question.ts";

interface ChatWords {
  /** Shown while the answer is being fetched. */
  analyzing: string;
  /** Shown in an empty conversation. */
  invitation: string;
  /** Example questions; a tap on one fills the box. */
  examples: readonly string[];
}

/** The texts that differ between the two chats. */
export const CHAT_WORDS: Readonly<Record<QuestionAgent, ChatWords>> = {
  label: {
    analyzing: "AI is analyzing knowledge base...",
    invitation:
      "Ask about specifications, safety and installation. Answers come from your manuals.",
    examples: [
      "How long do I wait before I touch the inverter board?",
      "How much clearance does the outdoor unit need?",
      "How do I test a sensor?",
    ],
  },
  ask: {
    analyzing: "AI is analyzing company documents...",
    invitation: "Ask about company documents, statements of work and policies.",
    examples: [
      "What is included in a planned maintenance visit?",
      "What does our warranty not cover?",
      "What do I do when nobody lets me in?",
    ],
  },
};
