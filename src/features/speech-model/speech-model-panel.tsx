import { useEffect } from "react";
import { useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { ComingModel } from "./coming-model.tsx";
import { keepSpeechModel } from "./keep-on-this-device.ts";
import { KeptModel } from "./kept-model.tsx";
import { ModelChoices } from "./model-choices.tsx";
import { useSpeechModel } from "./speech-model.ts";
import classes from "./speech-model-panel.module.css";
import { StateLine } from "./state-line.tsx";

/** Whether this browser has what the model needs. */
const CAN_UNDERSTAND =
  "caches" in globalThis && "DecompressionStream" in globalThis && "WebAssembly" in globalThis;

/**
 * The speech model on this device: what it is for, its state, and what the person can do about it.
 */
export function SpeechModelPanel() {
  return (
    <div className={classes.panel}>
      <p>
        What you say becomes text on this device, with or without a signal: a draft, until the
        server's text arrives. English only.
      </p>
      {CAN_UNDERSTAND ? (
        <Model />
      ) : (
        <StateLine tone="alert">This browser can't do that. Update it, or use another.</StateLine>
      )}
    </div>
  );
}

function Model() {
  const size = useSpeechPreferences((preferences) => preferences.size);
  const { kept, fetching } = useSpeechModel();
  useEffect(() => void keepSpeechModel(), []);
  if (size === null) return <ModelChoices />;
  return (
    <>
      {kept && <KeptModel kept={kept} isSettled={fetching === null} />}
      {fetching !== null && <ComingModel fetching={fetching} kept={kept?.size ?? null} />}
    </>
  );
}
