import { AGENTS } from "@contracts/agent.ts";
import { Stack } from "@mantine/core";
import { useEffect } from "react";
import { useStore } from "zustand";
import { openAudioRecorder } from "#capture/audio-recorder.ts";
import { noticeText, type VoiceNotice } from "#features/recorder/voice-notice.ts";
import { createVoiceRecording, type VoiceRecording } from "#features/recorder/voice-recording.ts";
import { whileRecording } from "#features/recorder/while-recording.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { queuedProgress } from "#ui/item-progress.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { noteProgress } from "./note-progress.ts";
import { offerUndo } from "./offer-undo.ts";
import { RecorderPanel } from "./recorder-panel.tsx";
import classes from "./voice-agent-page.module.css";

/** One per mirror and not per page: a note is still being stored after its page is left. */
const recordings = new WeakMap<PersonDatabase, VoiceRecording>();

const UnderRecorder = lazyWhenIdle(
  async () => (await import("./under-recorder.tsx")).UnderRecorder,
  <HowItWorks />,
);
const OwnDrafts = lazyWhenIdle(async () => (await import("./under-recorder.tsx")).OwnDrafts);

/** Records voice notes, and shows the result of the last one. */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseVoiceAgent === true;
  return (
    <Stack gap="md">
      <PageHeading title={AGENTS.voice.name} subtitle={AGENTS.voice.does} />
      {allowed ? (
        <Recorder />
      ) : (
        <>
          <p className={classes.card}>
            You don't have access to the Voice Agent. Ask your administrator.
          </p>
          <OwnDrafts />
        </>
      )}
    </Stack>
  );
}

function Recorder() {
  const recording = openVoiceRecording(useMirror());
  const { phase, noteId } = useStore(recording.store);
  // Leaving the page ends the recording.
  useEffect(() => () => recording.leave(), [recording]);
  const reachable = useReachable();
  const status = useItemStatus(noteId);
  // Not read yet: a note is always queued before it is shown here.
  const known = status ? noteProgress(status, reachable) : queuedProgress(reachable);
  const progress = noteId === null ? null : known;
  return (
    <>
      <RecorderPanel recording={recording} phase={phase} progress={progress} />
      <UnderRecorder
        idle={phase === "idle"}
        noteId={noteId}
        progress={progress}
        follow={recording.follow}
      />
    </>
  );
}

/** The recorder of a person in this tab. */
function openVoiceRecording(db: PersonDatabase): VoiceRecording {
  const existing = recordings.get(db);
  if (existing !== undefined) return existing;
  const created = createVoiceRecording({
    openRecorder: openAudioRecorder,
    beginNote: (mimeType) => beginRecording(db, browserPorts, mimeType),
    whileRecording,
    notify: (notice) => notify(db, notice),
    whenNotStopped: "send",
  });
  recordings.set(db, created);
  return created;
}

function notify(db: PersonDatabase, notice: VoiceNotice): void {
  const { title, message, tone } = noticeText(notice);
  if (notice.kind === "saved") offerUndo(db, notice.noteId);
  else if (tone === "error") showError(title, message);
  else showStatus(title, message);
}
