import { type NoticeWords, type VoiceNotice, wordNotice } from "../voice-agent/voice-notice.ts";

/** The words for what happened to a spoken question. */
export function wordSpokenNotice(notice: VoiceNotice): NoticeWords {
  const words = wordNotice(notice);
  switch (notice.kind) {
    case "microphone":
      return {
        ...words,
        title: "Microphone Error",
        ...(notice.failure.kind === "denied" && { message: "Please allow microphone access" }),
      };
    case "empty":
      return { ...words, title: "Error" };
    case "full-length":
      return { ...words, message: "This question is as long as one can be. It is saved." };
    default:
      return words;
  }
}
