import { AGENTS } from "@contracts/agent.ts";
import { PHOTO_NOTE_LIMIT } from "@contracts/snap-process.ts";
import { Button, FileButton, Textarea } from "@mantine/core";
import { Camera, ImageUp, ScanSearch } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { openCamera } from "#capture/camera.ts";
import { encodePhoto } from "#capture/encode-photo.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { pinSession, useShownIdentity } from "#session/pin.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import { showError } from "#ui/toast.ts";
import { LiveCamera } from "./live-camera.tsx";
import { PhotoOutcome } from "./photo-outcome.tsx";
import {
  createSnap,
  type Snap,
  type SnapNotice,
  type SnapState,
  type SnapStep,
  type TakenPhoto,
} from "./snap.ts";
import classes from "./snap-agent-page.module.css";

/** The titles and messages of the notices; all of them report a failure. */
const NOTICES: Readonly<Record<SnapNotice, [title: string, message: string]>> = {
  camera: ["Camera Error", "Failed to access camera"],
  heic: [
    "Processing Error",
    "This browser can't read HEIC photos. Take the photo here, or save it as JPEG.",
  ],
  unreadable: [
    "Processing Error",
    "This file is not a photo that can be read. Choose a JPEG or PNG image.",
  ],
  failed: ["Processing Error", "Failed to process image"],
  "out-of-space": [
    "This device is out of space",
    "The photo could not be saved. Free some space and try again.",
  ],
};

/** One per mirror and not per page: a photo must stay after its page is left. */
const snaps = new WeakMap<PersonDatabase, Snap>();

const JobChip = lazyWhenIdle(async () => (await import("#features/jobs/job-chip.tsx")).JobChip);

/** Takes photos of equipment, and shows the result of the last one. */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseSnapAgent === true;
  return (
    <>
      <PageHeading title={AGENTS.snap.name} subtitle={AGENTS.snap.does} />
      {allowed ? (
        <>
          <div className={classes.job}>
            <JobChip />
          </div>
          <Snapping />
        </>
      ) : (
        <p className={classes.card}>
          You don't have access to the Snap Agent. Ask your administrator.
        </p>
      )}
    </>
  );
}

function Snapping() {
  const snap = openSnap(useMirror());
  const state = useStore(snap.store);
  const { kind } = state.step;
  const taken = kind === "live" || kind === "reading" || kind === "preview" || kind === "saving";
  // Keeps the session with the person: if it ended now, the photo would be lost.
  useEffect(() => (taken ? pinSession() : undefined), [taken]);
  // Leaving the page releases the camera.
  useEffect(() => () => snap.releaseCamera(), [snap]);
  const card = useRef<HTMLElement>(null);
  const shown = useRef(kind);
  useEffect(() => {
    if (shown.current === kind) return;
    shown.current = kind;
    // The pressed button has disappeared: the keyboard focus continues from the card.
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [kind]);
  return (
    <section ref={card} tabIndex={-1} aria-label="Photo" className={classes.card}>
      {current(snap, state)}
    </section>
  );
}

function current(snap: Snap, { step, note }: SnapState): ReactNode {
  switch (step.kind) {
    case "choosing":
    case "opening":
    case "reading":
      return <ChoosePhoto snap={snap} kind={step.kind} />;
    case "live":
      return <LiveCamera snap={snap} camera={step.camera} />;
    case "preview":
    case "saving":
      return (
        <PhotoPreview snap={snap} photo={step.photo} note={note} saving={step.kind === "saving"} />
      );
    case "queued":
      return <PhotoOutcome key={step.id} snap={snap} id={step.id} />;
  }
}

/** The buttons to choose where a photo comes from: the camera, or a file. */
function ChoosePhoto(props: { snap: Snap; kind: SnapStep["kind"] }) {
  const { snap, kind } = props;
  const resetFile = useRef<() => void>(null);

  function choose(file: File | null): void {
    // Reset the input: otherwise the browser would not report that the same file is chosen again.
    resetFile.current?.();
    if (file !== null) void snap.choose(file);
  }

  return (
    <>
      <div className={classes.stage} data-empty>
        <Camera size={56} strokeWidth={1.25} color="var(--fa-snap)" aria-hidden />
        <p className={classes.status} aria-live="polite">
          {kind === "reading" && "Reading the photo..."}
          {kind === "opening" && "Waiting for the camera..."}
          {kind === "choosing" && "Show the equipment, its damage or its label."}
        </p>
      </div>
      <div className={classes.actions}>
        {/* HEIC is not listed: an iPhone converts photos to JPEG only if the page does not
            accept HEIC. */}
        <FileButton accept="image/*" onChange={choose} resetRef={resetFile}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              disabled={kind !== "choosing"}
              leftSection={<ImageUp size={20} aria-hidden />}
            >
              Upload
            </Button>
          )}
        </FileButton>
        <Button
          className={classes.main}
          loading={kind !== "choosing"}
          leftSection={<Camera size={20} aria-hidden />}
          onClick={() => void snap.openCamera()}
        >
          Take Photo
        </Button>
      </div>
    </>
  );
}

/** A photo that was taken. The person can add a note, have it analysed, or take another. */
function PhotoPreview(props: { snap: Snap; photo: TakenPhoto; note: string; saving: boolean }) {
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

/** The current photo of a person in this tab. */
function openSnap(db: PersonDatabase): Snap {
  const existing = snaps.get(db);
  if (existing !== undefined) return existing;
  const key = `snap-photo-${db.personId}`;
  const created = createSnap({
    openCamera,
    encode: encodePhoto,
    queue(photo) {
      // If the browser refuses, the photo is stored all the same, but the browser may delete it.
      askToPersist().catch(() => undefined);
      return queuePhoto(db, browserPorts, photo);
    },
    notify: (notice) => showError(...NOTICES[notice]),
    now: browserPorts.clock.now,
    // Kept per tab: another tab shows another photo.
    shown: {
      read: () => sessionStorage.getItem(key),
      write: (id) =>
        id === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, id),
    },
  });
  snaps.set(db, created);
  return created;
}
