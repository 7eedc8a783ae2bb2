import { useMirror } from "#mirror/mirror-context.tsx";
import type { KeptAudio } from "#mirror/person/recordings/recording-rows.ts";
import { useKeptAudio } from "#mirror/person/recordings/use-local-copy.ts";
import { formatElapsed, formatMoment } from "#ui/format.ts";
import { ListenButton } from "#ui/listen-button.tsx";
import { keptAudioFile } from "./kept-audio-file.ts";

/** A button that plays the recording of a history entry, if this device still has it. */
export function ListenToEntry({ id }: { id: string }) {
  const audio = useKeptAudio(id);
  if (audio === undefined || audio === null || audio.sentAgainAs !== null) return null;
  return <Listen audio={audio} />;
}

/** A button that plays a kept recording. The bytes are read only when it is pressed. */
export function Listen({ audio }: { audio: KeptAudio }) {
  const db = useMirror();
  const about = `${formatElapsed(audio.durationMs)}, recorded ${formatMoment(audio.capturedAt)}`;
  return <ListenButton label="Listen" about={about} load={() => keptAudioFile(db, audio)} />;
}
