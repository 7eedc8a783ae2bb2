import classes from "./speech-licences.module.css";

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
export function SpeechLicences() {
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
