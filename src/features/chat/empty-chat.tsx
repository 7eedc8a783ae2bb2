import { isComplete, isSuperseded, mayUseFile } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  allKnowledgeFiles,
  KNOWLEDGE_FILES_SCOPE,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { refreshedAt } from "#mirror/person/lists/server-list.ts";
import { useShownIdentity } from "#session/pin.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import classes from "./chat.module.css";
import { ConversationPlaceholder } from "./conversation-placeholder.tsx";

/** Shows what the agent does, and example questions from the documents on this device. */
export function EmptyChat(props: { agent: QuestionAgent; onExample: (question: string) => void }) {
  const { agent, onExample } = props;
  const examples = useExamples(agent);
  const mayUpload = useShownIdentity()?.role !== "field_tech";
  const Icon = AGENT_ICONS[agent];
  if (examples === undefined) return <ConversationPlaceholder />;
  return (
    <div className={classes.empty} data-agent={agent}>
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

/** The texts that differ between the two chats. */
export const CHAT_TEXTS: Readonly<
  Record<QuestionAgent, { analyzing: string; invitation: string }>
> = {
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

/** Example questions of documents on this device; undefined until their list is read. */
function useExamples(agent: QuestionAgent) {
  const db = useMirror();
  const [questions, setQuestions] = useState<readonly string[]>([]);
  const documents = useLive(async () => {
    // First: documents that are read later are at least as new.
    const refreshed = await refreshedAt(db, KNOWLEDGE_FILES_SCOPE);
    const all = (await allKnowledgeFiles(db)).filter((file) => mayUseFile(agent, file));
    // The texts of documents come after their list.
    const isWithoutDocuments = all.length === 0 && refreshed !== null;
    const current = all.filter((file) => isComplete(file) && !isSuperseded(file));
    const texts = current.map(({ passagesOf }) => passagesOf);
    // With each text that arrives there would be other questions.
    return { isWithoutDocuments, texts: texts.includes(null) ? null : texts.join() };
  }, [db, agent]);
  const texts = documents?.texts;
  useEffect(() => {
    if (texts === undefined || texts === null) return;
    let left = false;
    askSearcher(db.personId, "examples", { agent }).then(
      (found) => left || setQuestions(found),
      // The chat is as useful without them.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [db, agent, texts]);
  return documents && { questions, isWithoutDocuments: documents.isWithoutDocuments };
}
