import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { jobOfEntry } from "#mirror/person/entry-changes.ts";
import { jobLine } from "#mirror/person/lists/jobs.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { createSharedLive } from "#mirror/shared-live.ts";
import { useShownIdentity } from "#session/pin.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { type CopiedNote, layOutNote } from "./copy-layout.ts";

/** What the companies have chosen. */
const useLayouts = createSharedLive((db) => db.copyLayouts.toArray());

/**
 * Copies a note as the company has chosen. Where it has chosen nothing, it copies the summary, which a
 * company's records need first, and the words that it rests on; or `usual`.
 */
export function CopyNote(props: {
  note: { id: string; summary: string | null; transcription: string };
  usual?: { text: string; describedBy: string };
  label?: string;
}) {
  const { note, usual, label } = props;
  const db = useMirror();
  const me = useShownIdentity();
  const companyId = me?.companyId ?? "";
  const layout = useLayouts()?.find(({ id }) => id === companyId)?.copy_layout ?? null;
  const job = useLive(layout?.includes("job") ? () => readJobLine(db, note.id) : null, [
    ...[db, layout, note.id],
  ]);
  const named = label !== undefined && { label };
  if (layout === null && usual !== undefined) return <CopyButton {...usual} {...named} />;
  const texts: CopiedNote = {
    job: job ?? "",
    person: me?.fullName || me?.email || "",
    summary: note.summary ?? "",
    transcription: note.transcription,
  };
  return <CopyButton text={layOutNote(layout, texts)} {...named} />;
}

/** The job of a note in one line; "" for none. */
async function readJobLine(db: PersonDatabase, noteId: string): Promise<string> {
  const jobId = await jobOfEntry(db, noteId);
  const job = jobId === null ? undefined : await db.jobs.get(jobId);
  return job === undefined ? "" : jobLine(job);
}
