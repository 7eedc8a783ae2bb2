import type { QuestionAgent } from "@contracts/question.ts";
import { Link } from "react-router-dom";
import { useShownIdentity } from "#session/pin.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import classes from "./chat.module.css";
import { ConversationPlaceholder } from "./conversation-placeholder.tsx";
import { useExamples } from "./example-questions.ts";

/** Shows what the agent does, and example questions from the documents on this device. */
export function EmptyChat(props: { agent: QuestionAgent; onExample: (question: string) => void }) {
  const { agent, onExample } = props;
  const examples = useExamples(agent);
  const mayUpload = useShownIdentity()?.role !== "field_tech";
  const Icon = AGENT_ICONS[agent];
  if (examples === undefined) return <ConversationPlaceholder />;
  return (
    <div className={classes.empty}>
      <Icon size={40} aria-hidden className={classes.emptyIcon} />
      <p className={classes.invitation}>{CHAT_TEXTS[agent].invitation}</p>
      {examples.questions.length > 0 && (
        <ul aria-label="Example questions" className={classes.examples}>
          {examples.questions.map((example) => (
            <li key={example}>
              <button type="button" className={classes.example} onClick={() => onExample(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
      {examples.isWithoutDocuments && (
        <p className={classes.invitation}>
          {mayUpload ? (
            <>
              There are no documents to answer from yet.{" "}
              <Link to="/admin?tab=knowledge-base">Upload some</Link>
            </>
          ) : (
            "There are no documents to answer from yet. Ask your administrator to upload some."
          )}
        </p>
      )}
    </div>
  );
}

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
