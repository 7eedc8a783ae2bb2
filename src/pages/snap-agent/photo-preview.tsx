import { PHOTO_NOTE_LIMIT } from "@contracts/snap-process.ts";
import { Button, Textarea } from "@mantine/core";
import { ScanSearch } from "lucide-react";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import type { Snap, TakenPhoto } from "./snap.ts";
import classes from "./snap-agent-page.module.css";

/** A photo that was taken. The person can add a note, have it analysed, or take another. */
export function PhotoPreview(props: {
  snap: Snap;
  photo: TakenPhoto;
  note: string;
  saving: boolean;
}) {
  const { snap, photo, note, saving } = props;
  return (
    <>
      <PhotoFrame bytes={photo.bytes} alt="Your photo" fit="stage" />
      <Textarea
        label="Note (optional)"
        placeholder="What should be looked at?"
        rows={2}
        maxLength={PHOTO_NOTE_LIMIT}
        value={note}
        disabled={saving}
        onChange={(event) => snap.setNote(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" disabled={saving} onClick={snap.reset}>
          Retake
        </Button>
        <Button
          className={classes.main}
          loading={saving}
          leftSection={<ScanSearch size={20} aria-hidden />}
          onClick={() => void snap.analyze()}
        >
          Analyze Image
        </Button>
      </div>
    </>
  );
}
