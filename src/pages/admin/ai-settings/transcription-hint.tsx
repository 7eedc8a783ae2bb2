import { TRANSCRIPTION_PLACEHOLDER } from "@contracts/built-in-prompts.ts";

/** Says how a prompt names the place of the words that a person spoke. */
export function TranscriptionHint() {
  return (
    <p>
      <code>{TRANSCRIPTION_PLACEHOLDER}</code> is a placeholder for the voice transcription. Without
      it, the transcription is added at the end.
    </p>
  );
}
