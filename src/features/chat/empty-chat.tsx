import type { QuestionAgent } from "@contracts/question.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import classes from "./chat.module.css";
import { CHAT_WORDS } from "./chat-words.ts";

/** Shown in an empty conversation: what the agent does, and example questions. */
export function EmptyChat(props: { agent: QuestionAgent; onExample: (question: string) => void }) {
  const { agent, onExample } = props;
  const { invitation, examples } = CHAT_WORDS[agent];
  const Icon = AGENT_ICONS[agent];
  return (
    <div className={classes.empty}>
      <Icon size={40} aria-hidden className={classes.emptyIcon} />
      <p className={classes.invitation}>{invitation}</p>
      <ul aria-label="Example questions" className={classes.examples}>
        {examples.map((example) => (
          <li key={example}>
            <button type="button" className={classes.example} onClick={() => onExample(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
