import { AGENTS } from "@contracts/agent.ts";
import { useEffect, useState } from "react";
import { Chat } from "#features/chat/chat.tsx";
import { ConversationPlaceholder } from "#features/chat/conversation-placeholder.tsx";
import { ManualsButton, ManualsHost } from "#features/manuals/manuals-host.tsx";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type LabelConversation, labelConversation } from "#mirror/person/conversations.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./no-access.module.css";

/**
 * Answers from the manuals. Each session starts a new conversation, or continues the one with a
 * waiting question.
 */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseLabelAgent === true;
  const { opened, ...state } = useLabelConversation();
  return (
    <>
      <PageHeading title={AGENTS.label.name} subtitle={AGENTS.label.does} />
      {!allowed && <NoAccess name={AGENTS.label.name} />}
      {allowed && opened === null && <ConversationPlaceholder state={state} />}
      {allowed && opened !== null && (
        <Chat
          agent="label"
          conversation={opened.conversation}
          from={opened.from}
          scope={null}
          toolbar={<ManualsButton />}
        />
      )}
      {allowed && <ManualsHost agent="label" />}
    </>
  );
}

/** The conversation of this session; null until it is read from the device, or while that fails. */
function useLabelConversation(): {
  opened: LabelConversation | null;
  phase: "loading" | "failed";
  retry: () => Promise<void>;
} {
  const db = useMirror();
  const [opened, setOpened] = useState<LabelConversation | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let left = false;
    setFailed(false);
    labelConversation(db, browserPorts).then(
      (conversation) => left || setOpened(conversation),
      (error) => {
        console.error("The conversation could not be opened:", error);
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [db, attempt]);
  return {
    opened,
    phase: failed ? "failed" : "loading",
    retry: async () => setAttempt((before) => before + 1),
  };
}

/** Shown instead of an agent that the person may not use. */
function NoAccess(props: { name: string }) {
  return (
    <p className={classes.card}>
      You don't have access to the {props.name}. Ask your administrator.
    </p>
  );
}
