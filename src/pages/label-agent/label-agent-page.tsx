import { AGENTS } from "@contracts/agent.ts";
import { Text } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { Chat, JobPlace } from "#features/chat/chat.tsx";
import { ConversationPlaceholder } from "#features/chat/conversation-placeholder.tsx";
import { ManualsButton } from "#features/manuals/manuals-button.tsx";
import { ManualsHost } from "#features/manuals/manuals-host.tsx";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type LabelConversation, labelConversation } from "#mirror/person/conversations.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";

/** Answers from the manuals, in a new conversation or in the one with a waiting question. */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseLabelAgent === true;
  const { opened, ...state } = useLabelConversation();
  return (
    <>
      <PageHeading title={AGENTS.label.name} subtitle={AGENTS.label.does} />
      {!allowed && (
        <Text p="lg" bd="1px solid var(--fa-line)" bdrs="lg" bg="var(--fa-surface)">
          You don't have access to the {AGENTS.label.name}. Ask your administrator.
        </Text>
      )}
      {allowed && opened === null && <ConversationPlaceholder state={state} />}
      {allowed && opened !== null && (
        <Chat
          agent="label"
          conversation={opened.conversation}
          from={opened.from}
          scope={null}
          toolbar={
            <>
              <JobPlace />
              <ManualsButton />
            </>
          }
        />
      )}
      {allowed && <ManualsHost agent="label" />}
    </>
  );
}

/** The conversation of this session; null until it is read from the device, or while that fails. */
function useLabelConversation() {
  const db = useMirror();
  const [opened, setOpened] = useState<LabelConversation | null>(null);
  const [phase, setPhase] = useState<"loading" | "failed">("loading");
  const open = useCallback(async () => {
    setPhase("loading");
    try {
      setOpened(await labelConversation(db, browserPorts));
    } catch (error) {
      console.error("The conversation could not be opened:", error);
      setPhase("failed");
    }
  }, [db]);
  useEffect(() => void open(), [open]);
  return { opened, phase, retry: open };
}
