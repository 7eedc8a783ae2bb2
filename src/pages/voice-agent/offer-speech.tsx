import { useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { hasVoiceNote } from "#mirror/person/recordings/has-voice-note.ts";
import { isUnmetered } from "#platform/connection.ts";
import { useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";

const SpeechModelSection = lazyWhenIdle(
  async () => (await import("#features/speech-model/speech-model-section.tsx")).SpeechModelSection,
);

/**
 * Offers to understand speech on this device: to a person who has made a note, on a connection that
 * costs nothing, until somebody has chosen or refused.
 */
export function OfferSpeech() {
  const db = useMirror();
  const { size, isOfferOver } = useSpeechPreferences();
  const mayOffer = !isOfferOver && isUnmetered();
  const speaks = useLive(async () => mayOffer && (await hasVoiceNote(db)), [db, mayOffer]) ?? false;
  const [isOffered, setIsOffered] = useState(false);
  if (speaks && !isOffered) setIsOffered(true);
  // Somebody who has just chosen sees here how it goes on.
  return isOffered && (!isOfferOver || size !== null) ? <SpeechModelSection isOffer /> : null;
}
