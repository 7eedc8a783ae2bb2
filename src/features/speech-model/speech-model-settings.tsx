import { SpeechLicences } from "./speech-licences.tsx";
import { SpeechModelPanel } from "./speech-model-panel.tsx";
import classes from "./speech-model-settings.module.css";
import { SPEECH_TITLE } from "./speech-model-words.ts";

/** The speech model on this device, with the licences of what is downloaded. */
export function SpeechModelSettings() {
  return (
    <section className={classes.settings} aria-labelledby="speech-model">
      <h3 id="speech-model" className={classes.title}>
        {SPEECH_TITLE}
      </h3>
      <SpeechModelPanel />
      <SpeechLicences />
    </section>
  );
}
