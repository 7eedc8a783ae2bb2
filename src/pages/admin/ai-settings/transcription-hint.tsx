import { TRANSCRIPTION_PLACEHOLDER } from "@contracts/built-in-prompts.ts";

/** Explains the placeholder that stands for the transcription in a prompt. */
export function TranscriptionHint() {
  return (
    <p>
      <code>{TRANSCRIPTION_PLACEHOLDER}</code> is a placeholder for the voice transcription. Without
      it, the transcription is added at the end.
    </p>
  );
}
