import type { QuestionAgent } from "@contracts/question.ts";

interface ChatWords {
  /** Said while an answer is being fetched. */
  analyzing: string;
  /** For a conversation that has not begun. */
  invitation: string;
  /** Questions that fill the box. */
  examples: readonly string[];
}

/** What the two chats say differently. */
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
