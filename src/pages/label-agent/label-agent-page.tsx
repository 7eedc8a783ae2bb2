import { AGENTS } from "@contracts/agent.ts";
import { useEffect, useState } from "react";
import { Chat } from "#features/chat/chat.tsx";
import { NoAccess } from "#features/chat/no-access.tsx";
import { usePassageFinder } from "#features/chat/use-passage-finder.ts";
import { ManualsButton } from "#features/manuals/manuals-button.tsx";
import { ManualsHost } from "#features/manuals/manuals-host.tsx";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type LabelConversation, openLabelConversation } from "#mirror/person/conversations.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";

/**
 * Answers from the manuals. Each visit starts a new conversation, or continues the one with a
 * waiting question.
 */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseLabelAgent === true;
  const opened = useLabelConversation();
  const findPassages = usePassageFinder("label");
  return (
    <>
      <PageHeading title={AGENTS.label.name} subtitle={AGENTS.label.does} />
      {!allowed && <NoAccess name={AGENTS.label.name} />}
      {allowed && opened !== null && (
        <Chat
          agent="label"
          conversation={opened.conversation}
          from={opened.from}
          scope={null}
          findPassages={findPassages}
          toolbar={<ManualsButton />}
        />
      )}
      {allowed && <ManualsHost agent="label" />}
    </>
  );
}

/** The conversation of this visit; null until it is known. */
function useLabelConversation(): LabelConversation | null {
  const db = useMirror();
  const [conversation, setConversation] = useState<LabelConversation | null>(null);
  useEffect(() => {
    let left = false;
    const newId = browserPorts.newId();
    openLabelConversation(db, newId, Date.now()).then(
      (opened) => left || setConversation(opened),
      () => left || setConversation({ conversation: newId, from: "" }),
    );
    return () => {
      left = true;
    };
  }, [db]);
  return conversation;
}
