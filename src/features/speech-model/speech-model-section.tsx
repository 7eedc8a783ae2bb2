import { speechModels } from "virtual:speech-models";
import { Button, Group } from "@mantine/core";
import { CircleAlert, CircleCheck, Download, RotateCw, Trash2 } from "lucide-react";
import { useEffect, useId } from "react";
import { askToPersist } from "#platform/storage-quota.ts";
import {
  chooseSpeechModel,
  endSpeechOffer,
  type SpeechModelSize,
  useSpeechPreferences,
} from "#preferences/speech-preferences.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { formatByteSize } from "#ui/format.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { keepSpeechModel } from "./keep-on-this-device.ts";
import classes from "./speech-model.module.css";
import {
  describeFetching,
  describeReady,
  describeTooSlow,
  type Fetching,
  formatArrived,
  type SpeechModelState,
  useSpeechModel,
} from "./speech-model.ts";

/** The speech model on this device: a section of the settings, or an offer that can be refused. */
export function SpeechModelSection({ isOffer = false }: { isOffer?: boolean }) {
  const isChosen = useSpeechPreferences(({ size }) => size !== null);
  const Heading = isOffer ? "h2" : "h3";
  return (
    <section className={isOffer ? classes.card : classes.section} aria-labelledby="speech-model">
      <Heading id="speech-model" className={classes.title}>
        Understand speech without a signal
      </Heading>
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
      {!isOffer && <SpeechLicences />}
      {isOffer && !isChosen && (
        <Button variant="subtle" className={classes.refusal} onClick={endSpeechOffer}>
          Not now
        </Button>
      )}
    </section>
  );
}

/** Whether this browser has what the model needs. */
const CAN_UNDERSTAND =
  "caches" in globalThis && "DecompressionStream" in globalThis && "WebAssembly" in globalThis;

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

/** The downloaded parts that understand speech, with their licences. */
const PARTS: readonly [name: string, licence: string][] = [
  ["Moonshine, the English speech model", "MIT"],
  ["Its list of word pieces, from llama-tokenizer-js", "MIT"],
  ["Silero VAD, which tells speech from other sound", "MIT"],
  ["ONNX Runtime, which computes both", "MIT"],
  ["opus-decoder, with libopus", "MIT, BSD"],
  ["Mediabunny, which reads recordings", "MPL 2.0"],
];

/** The licences of what is downloaded. */
function SpeechLicences() {
  return (
    <details className={classes.licences}>
      <summary className={classes.summary}>Licences</summary>
      <ul className={classes.list}>
        {PARTS.map(([name, licence]) => (
          <li key={name}>
            {name}: {licence}
          </li>
        ))}
      </ul>
      <a className={classes.link} href="/licences/speech.txt" target="_blank" rel="noreferrer">
        The full texts
      </a>
    </details>
  );
}

/**
 * The model that is on this device, and whether the device is fast enough for it.
 * @param props.isSettled whether no other model is being fetched
 */
function KeptModel(props: { kept: NonNullable<SpeechModelState["kept"]>; isSettled: boolean }) {
  const { size, version } = props.kept;
  const speed = useSpeechPreferences((preferences) => preferences.speed);
  const tooSlow = describeTooSlow(speed, size);
  const other = size === "small" ? "better" : "small";
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
          icon={Trash2}
          question="Remove the model from this device? It can be downloaded again."
          onConfirm={() => chooseSpeechModel(null)}
          among={(remove) => (
            <Group gap="0.75rem" align="stretch">
              {(tooSlow === null || other === "small") && (
                <ChooseButton size={other} bytes={bytesBetween(size, other)} />
              )}
              {remove}
            </Group>
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

/**
 * A model that is to come, and what the person can do about it.
 * @param props.kept the size of the model that can be used meanwhile; null when there is none
 */
function ComingModel({ fetching, kept }: { fetching: Fetching; kept: SpeechModelSize | null }) {
  const name = useId();
  const isStuck = fetching.kind === "no-room" || fetching.kind === "failed";
  return (
    <>
      <div id={name}>
        <StateLine tone={isStuck ? "alert" : "coming"} detail={formatArrived(fetching)}>
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
      <Group gap="0.75rem" align="stretch">
        {(isStuck || fetching.kind === "postponed") && (
          <PlainButton
            icon={isStuck ? RotateCw : Download}
            onClick={() => keepSpeechModel().tryNow()}
          >
            {isStuck ? "Try again" : "Download now"}
          </PlainButton>
        )}
        {kept !== fetching.size && (
          <Button variant="default" onClick={() => chooseSpeechModel(kept)}>
            Cancel
          </Button>
        )}
      </Group>
    </>
  );
}

/** The sizes of the model to choose from. */
function ModelChoices() {
  return (
    <>
      <p>
        The better model makes about a third fewer mistakes than the small one, and needs twice the
        time.
      </p>
      <Group gap="0.75rem" align="stretch">
        {(["small", "better"] as const).map((size) => (
          <ChooseButton key={size} size={size} bytes={speechModels[size].bytes} />
        ))}
      </Group>
    </>
  );
}

/** Downloads a model, instead of the one that is here, if there is one. */
function ChooseButton({ size, bytes }: { size: SpeechModelSize; bytes: number }) {
  return (
    <PlainButton
      icon={Download}
      onClick={() => {
        askToPersist().catch(() => undefined);
        chooseSpeechModel(size);
      }}
    >
      {`Download ${size} (${formatByteSize(bytes)})`}
    </PlainButton>
  );
}

const ICONS = { ready: CircleCheck, coming: Download, alert: CircleAlert };

/**
 * The state of the model. Screen readers announce it when it changes.
 * @param props.detail changes too often to be announced
 */
function StateLine(props: { tone: keyof typeof ICONS; children: string; detail?: string | null }) {
  const Icon = ICONS[props.tone];
  return (
    <div className={classes.line} data-tone={props.tone}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div>
        <p role="status">{props.children}</p>
        {props.detail != null && <p className={classes.detail}>{props.detail}</p>}
      </div>
    </div>
  );
}
