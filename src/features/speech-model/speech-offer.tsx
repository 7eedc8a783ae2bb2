import { Button } from "@mantine/core";
import { endSpeechOffer, useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { SpeechModelPanel } from "./speech-model-panel.tsx";
import { SPEECH_TITLE } from "./speech-model-words.ts";
import classes from "./speech-offer.module.css";

/** Offers the speech model on a page where somebody speaks, until they choose or refuse. */
export function SpeechOffer() {
  const isChosen = useSpeechPreferences(({ size }) => size !== null);
  return (
    <section className={classes.card} aria-labelledby="speech-offer">
      <h2 id="speech-offer" className={classes.title}>
        {SPEECH_TITLE}
      </h2>
      <SpeechModelPanel />
      {!isChosen && (
        <Button variant="subtle" className={classes.refusal} onClick={endSpeechOffer}>
          Not now
        </Button>
      )}
    </section>
  );
}
