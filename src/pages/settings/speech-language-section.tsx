import { SPEECH_LANGUAGES } from "@contracts/speech-language.ts";
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { changeSpeechLanguage } from "#session/own-account.ts";
import { showStatus } from "#ui/toast.ts";
import { describeAccountRefusal, OFFLINE } from "./describe-account-refusal.ts";
import { Section } from "./section.tsx";
import classes from "./settings-page.module.css";

const AUTOMATIC = "";

/** The language for the transcription; it belongs to the account, not to the device. */
export function SpeechLanguageSection(props: {
  /** ISO 639-1; null for automatic. */
  language: string | null;
  offline: boolean;
}) {
  const { language, offline } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function choose(value: string): Promise<void> {
    setChosen(value);
    setError(null);
    const changed = await changeSpeechLanguage(value === AUTOMATIC ? null : value);
    setChosen(null);
    if (changed.kind === "ok") {
      showStatus("Language changed", SPEECH_LANGUAGES[value] ?? "Automatic");
    } else setError(describeAccountRefusal(changed));
  }

  return (
    <Section id="notes" title="Voice notes">
      <div className={classes.body}>
        <NativeSelect
          label="Language of your notes"
          description="An AI provider is told which language you speak. The model on this device and the server's own understand English only."
          // One choice at a time: a second one could arrive before the first.
          disabled={offline || chosen !== null}
          value={chosen ?? language ?? AUTOMATIC}
          data={[
            { value: AUTOMATIC, label: "Automatic" },
            ...Object.entries(SPEECH_LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
          error={error}
          errorProps={{ role: "alert" }}
          onChange={(event) => void choose(event.currentTarget.value)}
        />
        {offline && <p className={classes.hint}>{OFFLINE}</p>}
      </div>
    </Section>
  );
}
