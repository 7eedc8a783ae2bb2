import { Button } from "@mantine/core";
import { Download, RotateCw } from "lucide-react";
import { useId } from "react";
import { chooseSpeechModel, type SpeechModelSize } from "#preferences/speech-preferences.ts";
import buttons from "./buttons.module.css";
import classes from "./coming-model.module.css";
import { keepSpeechModel } from "./keep-on-this-device.ts";
import type { Fetching } from "./speech-model.ts";
import { describeFetching, formatArrived } from "./speech-model-texts.ts";
import { StateLine } from "./state-line.tsx";

/**
 * A model that is to come, and what the person can do about it.
 * @param props.kept the size of the model that can be used meanwhile; null when there is none
 */
export function ComingModel(props: { fetching: Fetching; kept: SpeechModelSize | null }) {
  const { fetching, kept } = props;
  const name = useId();
  const arrived = formatArrived(fetching);
  const isStuck = fetching.kind === "no-room" || fetching.kind === "failed";
  return (
    <>
      <div id={name}>
        <StateLine
          tone={isStuck ? "alert" : "coming"}
          {...(arrived === null ? {} : { detail: arrived })}
        >
          {describeFetching(fetching, kept)}
        </StateLine>
      </div>
      {(fetching.kind === "downloading" || fetching.kind === "waiting") && (
        <progress
          className={classes.bar}
          aria-labelledby={name}
          value={fetching.received}
          max={fetching.total}
        />
      )}
      <div className={buttons.buttons}>
        {isStuck && (
          <Button
            variant="default"
            leftSection={<RotateCw size={18} aria-hidden />}
            onClick={() => keepSpeechModel().tryNow()}
          >
            Try again
          </Button>
        )}
        {fetching.kind === "postponed" && (
          <Button
            variant="default"
            leftSection={<Download size={18} aria-hidden />}
            onClick={() => keepSpeechModel().tryNow()}
          >
            Download now
          </Button>
        )}
        {kept !== fetching.size && (
          <Button variant="default" onClick={() => chooseSpeechModel(kept)}>
            Cancel
          </Button>
        )}
      </div>
    </>
  );
}
