import { Button } from "@mantine/core";
import { endSpeechOffer, useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { SpeechLicences } from "./speech-licences.tsx";
import { SpeechModelPanel } from "./speech-model-panel.tsx";
import classes from "./speech-model-section.module.css";

/**
 * The speech model on this device, under its heading: in the settings, with the licences of what is
 * downloaded, or as an offer on a page where somebody speaks, which can be refused for good.
 */
export function SpeechModelSection({ isOffer = false }: { isOffer?: boolean }) {
  const isChosen = useSpeechPreferences(({ size }) => size !== null);
  const Heading = isOffer ? "h2" : "h3";
  return (
    <section className={isOffer ? classes.card : classes.section} aria-labelledby="speech-model">
      <Heading id="speech-model" className={classes.title}>
        Understand speech without a signal
      </Heading>
      <SpeechModelPanel />
      {!isOffer && <SpeechLicences />}
      {isOffer && !isChosen && (
        <Button variant="subtle" className={classes.refusal} onClick={endSpeechOffer}>
          Not now
        </Button>
      )}
    </section>
  );
}
