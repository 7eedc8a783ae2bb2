import { mayUseFile } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { Link } from "react-router-dom";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  allKnowledgeFiles,
  KNOWLEDGE_FILES_SCOPE,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { filesWithPassages, readHeadings } from "#mirror/person/knowledge/passages.ts";
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

const MOST = 3;

/** Headings of these words, or that are questions or orders themselves, make no good question. */
const UNFIT =
  /^(how|what|when|why|where|who|which|never|always|before|after|do|if|contents|table of|index|introduction|general|overview|notes?|warnings?|cautions?|figures?|appendix|page|copyright|revision|about|safety|scope)\b/i;

/** Example questions about headings of documents on this device; undefined until they are read. */
function useExamples(agent: QuestionAgent) {
  const db = useMirror();
  return useLive(async () => {
    // First: documents that are read later are at least as new.
    const refreshed = await refreshedAt(db, KNOWLEDGE_FILES_SCOPE);
    const all = (await allKnowledgeFiles(db)).filter((file) => mayUseFile(agent, file));
    const files = (await filesWithPassages(db)).filter((file) => mayUseFile(agent, file));
    const chosen = files.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, MOST);
    const headings = await Promise.all(chosen.map(({ id }) => readHeadings(db, id)));
    return {
      // Empty while no document is on this device.
      questions: exampleQuestions(headings),
      // The texts of documents come after their list.
      isWithoutDocuments: all.length === 0 && refreshed !== null,
    };
  }, [db, agent]);
}

/** Questions about some headings, of different documents if possible. */
export function exampleQuestions(headings: readonly (readonly string[])[]): string[] {
  const topics = headings.map(([title, ...those]) => {
    // The first heading is the document's title.
    const others = those.filter((each) => each !== title);
    return [...new Set(others.flatMap((each) => readTopic(each) ?? []))];
  });
  const found = new Set<string>();
  for (let round = 0; found.size < MOST && round < MOST; round += 1) {
    for (const those of topics) {
      const topic = those[round];
      if (topic !== undefined && found.size < MOST) found.add(topic);
    }
  }
  return [...found].map((topic) => `What do the documents say about ${topic}?`);
}

/** The topic of a heading, without its number; null if it makes no good question. */
function readTopic(heading: string): string | null {
  const text = heading.replace(/^[\d.\s)]+/, "").trim();
  const words = text.split(/\s+/).length;
  if (words < 2 || words > 7 || text.length > 48 || UNFIT.test(text)) return null;
  if (!/^[\p{L}\p{N} ,'’()/-]+$/u.test(text)) return null;
  const isShouted = text === text.toUpperCase();
  if (isShouted) return text.toLowerCase();
  // A name or an abbreviation keeps its capital.
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
