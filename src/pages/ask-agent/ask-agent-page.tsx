import { AGENTS } from "@contracts/agent.ts";
import { Button } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { Chat, JobPlace } from "#features/chat/chat.tsx";
import { ManualsButton } from "#features/manuals/manuals-button.tsx";
import { ManualsHost } from "#features/manuals/manuals-host.tsx";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { ASK_CONVERSATION, ASK_SCOPE } from "#mirror/person/conversations.ts";
import { refreshedAt } from "#mirror/person/lists/server-list.ts";
import { useSync } from "#sync/sync-context.tsx";
import { useReachable } from "#sync/use-reachable.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { PageHeading } from "#ui/page-heading.tsx";

/** Answers from company documents. There is only one conversation; it continues at each visit. */
export function AgentPage() {
  const db = useMirror();
  const sync = useSync();
  const reachable = useReachable();
  const refreshed = useLive(() => refreshedAt(db, ASK_SCOPE), [db]);
  useEffect(() => {
    if (reachable) void sync?.refreshConversation();
  }, [sync, reachable]);
  const asOf =
    reachable || !refreshed ? AGENTS.ask.does : `As of ${formatBriefMoment(refreshed, Date.now())}`;
  return (
    <>
      <PageHeading title={AGENTS.ask.name} subtitle={asOf} />
      <Chat
        agent="ask"
        conversation={ASK_CONVERSATION}
        scope={ASK_SCOPE}
        toolbar={
          <>
            <Button
              component={Link}
              to="/dashboard"
              variant="subtle"
              leftSection={<ArrowLeft size={20} aria-hidden />}
              // A phone shows the arrow alone: the job needs the room.
              aria-label="Back"
            >
              Back
            </Button>
            <JobPlace />
            <ManualsButton />
          </>
        }
      />
      <ManualsHost agent="ask" />
    </>
  );
}
