import { useEffect, useState } from "react";
import { openLabelConversation } from "../../mirror/conversations.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { useShownIdentity } from "../../session/hold.ts";
import { browserPorts } from "../../sync/browser-ports.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Chat } from "../chat/chat.tsx";
import { NoAccess } from "../chat/no-access.tsx";
import { usePassageFinder } from "../chat/use-passage-finder.ts";
import { ManualsButton } from "../manuals/manuals-button.tsx";
import { ManualsHost } from "../manuals/manuals-host.tsx";

/** Answers from the manuals: a new conversation each time, or the one that still waits. */
export function LabelAgentPage() {
  const allowed = useShownIdentity()?.canUseLabelAgent === true;
  const conversation = useLabelConversation();
  const findPassages = usePassageFinder("label");
  return (
    <>
      <PageHeading title="Label Agent" subtitle="Ask questions → Knowledge answers" />
      {!allowed && <NoAccess name="Label Agent" />}
      {allowed && conversation !== null && (
        <Chat
          agent="label"
          conversation={conversation}
          known
          findPassages={findPassages}
          toolbar={<ManualsButton />}
        />
      )}
      {allowed && <ManualsHost agent="label" />}
    </>
  );
}

/** The conversation that this opening of the page is about; null until it is known. */
function useLabelConversation(): string | null {
  const db = useMirror();
  const [conversation, setConversation] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    const newId = browserPorts.newId();
    openLabelConversation(db, newId, Date.now()).then(
      (opened) => left || setConversation(opened),
      () => left || setConversation(newId),
    );
    return () => {
      left = true;
    };
  }, [db]);
  return conversation;
}
