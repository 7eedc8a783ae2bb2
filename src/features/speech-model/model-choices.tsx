import { speechModels } from "virtual:speech-models";
import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { askToPersist } from "#platform/storage-quota.ts";
import { chooseSpeechModel, type SpeechModelSize } from "#preferences/speech-preferences.ts";
import { formatByteSize } from "#ui/format.ts";
import classes from "./buttons.module.css";

const SIZES: readonly SpeechModelSize[] = ["small", "better"];

/** The sizes of the model to choose from. */
export function ModelChoices() {
  return (
    <>
      <p>
        The better model makes about a third fewer mistakes than the small one, and needs twice the
        time.
      </p>
      <div className={classes.buttons}>
        {SIZES.map((size) => (
          <ChooseButton key={size} size={size} bytes={speechModels[size].bytes} />
        ))}
      </div>
    </>
  );
}

/** Downloads a model, instead of the one that is here, if there is one. */
export function ChooseButton({ size, bytes }: { size: SpeechModelSize; bytes: number }) {
  return (
    <Button
      variant="default"
      leftSection={<Download size={18} aria-hidden />}
      onClick={() => {
        askToPersist().catch(() => undefined);
        chooseSpeechModel(size);
      }}
    >
      {`Download ${size} (${formatByteSize(bytes)})`}
    </Button>
  );
}
