import { AGENTS } from "@contracts/agent.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useMirror } from "#mirror/mirror-context.tsx";
import { pinSession, useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { openSnap } from "./browser-snap.ts";
import { ChoosePhoto } from "./choose-photo.tsx";
import { LiveCamera } from "./live-camera.tsx";
import { PhotoOutcome } from "./photo-outcome.tsx";
import { PhotoPreview } from "./photo-preview.tsx";
import type { Snap, SnapState } from "./snap.ts";
import classes from "./snap-agent-page.module.css";

/** Takes photos of equipment, and shows the result of the last one. */
export function AgentPage() {
  const allowed = useShownIdentity()?.canUseSnapAgent === true;
  return (
    <>
      <PageHeading title={AGENTS.snap.name} subtitle={AGENTS.snap.does} />
      {allowed ? (
        <Snapping />
      ) : (
        <p className={classes.card}>
          You don't have access to the Snap Agent. Ask your administrator.
        </p>
      )}
    </>
  );
}

function Snapping() {
  const [snap, state] = useSnap();
  const card = useRef<HTMLElement>(null);
  const shown = useRef(state.step.kind);
  useEffect(() => {
    if (shown.current === state.step.kind) return;
    shown.current = state.step.kind;
    // The pressed button has disappeared: the keyboard focus continues from the card.
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [state.step.kind]);
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

/** The person's current photo and its state. Leaving the page releases the camera. */
function useSnap(): [Snap, SnapState] {
  const snap = openSnap(useMirror());
  const state = useStore(snap.store);
  const { kind } = state.step;
  const taken = kind === "live" || kind === "reading" || kind === "preview" || kind === "saving";
  // Keeps the session with the person: if it ended now, the photo would be lost.
  useEffect(() => (taken ? pinSession() : undefined), [taken]);
  useEffect(() => () => snap.releaseCamera(), [snap]);
  return [snap, state];
}
