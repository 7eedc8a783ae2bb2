import { Camera, Mic } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { NoSignalSwitch } from "#features/offline-use/no-signal.tsx";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { showError } from "#ui/toast.ts";
import classes from "./dashboard-page.module.css";

/**
 * "Outdoor unit, HP-240/B. The display shows E-31. The connector of the fan motor was corroded. I cleaned it,
 * and the fan runs again. I recommend a new harness." The speech synthesis SVOX Pico speaks it.
 */
const RECORDING = {
  address: "/demo/note.webm",
  type: "audio/webm;codecs=opus",
  durationMs: 12_000,
};
const PHOTO = { address: "/demo/plate.jpg", width: 1200, height: 900 };

/** Ready material for machines without a microphone or a camera, and a switch that cuts the device off. */
export function TryIt() {
  const db = useMirror();
  const identity = useShownIdentity();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function queue(kept: Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await kept;
      navigate("/history");
    } catch {
      showError("Not saved", "The sample could not be loaded or kept on this device.");
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby="try" className={classes.tryIt}>
      <h2 id="try" className={classes.section}>
        Try it
      </h2>
      <p className={classes.about}>
        Switch the signal off, send a sample, and watch it arrive when the signal is back.
      </p>
      <div className={classes.samples}>
        {identity?.canUseVoiceAgent === true && (
          <PlainButton icon={Mic} disabled={busy} onClick={() => void queue(queueSampleNote(db))}>
            Send a sample recording
          </PlainButton>
        )}
        {identity?.canUseSnapAgent === true && (
          <PlainButton
            icon={Camera}
            disabled={busy}
            onClick={() => void queue(queueSamplePhoto(db))}
          >
            Send a sample photo
          </PlainButton>
        )}
      </div>
      <NoSignalSwitch />
    </section>
  );
}

async function loadSample(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is answered with ${response.status}`);
  return response.arrayBuffer();
}

async function queueSampleNote(db: PersonDatabase): Promise<void> {
  const bytes = await loadSample(RECORDING.address);
  const session = await beginRecording(db, browserPorts, RECORDING.type);
  await session.append(bytes, RECORDING.durationMs);
  await session.seal();
}

async function queueSamplePhoto(db: PersonDatabase): Promise<void> {
  const bytes = await loadSample(PHOTO.address);
  const { width, height } = PHOTO;
  const capturedAt = browserPorts.clock.now();
  await queuePhoto(db, browserPorts, { bytes, width, height, capturedAt, note: "" });
}
