import { speechModels } from "virtual:speech-models";
import { Trash2 } from "lucide-react";
import {
  chooseSpeechModel,
  type SpeechModelSize,
  useSpeechPreferences,
} from "#preferences/speech-preferences.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatByteSize } from "#ui/format.ts";
import classes from "./buttons.module.css";
import { ChooseButton } from "./model-choices.tsx";
import type { SpeechModelState } from "./speech-model.ts";
import { describeReady, describeTooSlow } from "./speech-model-texts.ts";
import { StateLine } from "./state-line.tsx";

const OTHER: Readonly<Record<SpeechModelSize, SpeechModelSize>> = {
  small: "better",
  better: "small",
};

/**
 * The model that is on this device, and whether the device is fast enough for it.
 * @param props.isSettled whether no other model is being fetched
 */
export function KeptModel(props: {
  kept: NonNullable<SpeechModelState["kept"]>;
  isSettled: boolean;
}) {
  const { size, version } = props.kept;
  const speed = useSpeechPreferences((preferences) => preferences.speed);
  const tooSlow = describeTooSlow(speed, size);
  const other = OTHER[size];
  return (
    <>
      <StateLine
        tone={tooSlow === null ? "ready" : "alert"}
        detail={`${formatByteSize(speechModels[size].bytes)} · Version ${version.slice(0, 8)}`}
      >
        {tooSlow ?? describeReady(size)}
      </StateLine>
      {props.isSettled && (
        <AskTwice
          label="Remove"
          icon={<Trash2 size={18} aria-hidden />}
          question="Remove the model from this device? It can be downloaded again."
          onConfirm={() => chooseSpeechModel(null)}
          among={(remove) => (
            <div className={classes.buttons}>
              {(tooSlow === null || other === "small") && (
                <ChooseButton size={other} bytes={bytesBetween(size, other)} />
              )}
              {remove}
            </div>
          )}
        />
      )}
    </>
  );
}

/** The bytes that have to be fetched for another model: they share some parts. */
function bytesBetween(here: SpeechModelSize, other: SpeechModelSize): number {
  const listParts = (size: SpeechModelSize) =>
    speechModels[size].files.flatMap(({ parts }) => parts);
  const shared = new Set(listParts(here).map(({ path }) => path));
  return listParts(other)
    .filter(({ path }) => !shared.has(path))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}
