import type { QuestionAgent } from "@contracts/question.ts";

interface ChatTexts {
  /** Shown while the answer is being fetched. */
  analyzing: string;
  /** Shown in an empty conversation. */
  invitation: string;
}

/** The texts that differ between the two chats. */
export const CHAT_TEXTS: Readonly<Record<QuestionAgent, ChatTexts>> = {
  label: {
    analyzing: "AI is analyzing knowledge base...",
    invitation:
      "Ask about specifications, safety and installation. Answers come from your manuals.",
  },
  ask: {
    analyzing: "AI is analyzing company documents...",
    invitation: "Ask about company documents, statements of work and policies.",
  },
};
