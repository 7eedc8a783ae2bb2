import {
  type NoticeWords,
  type UnfinishedEnd,
  type VoiceNotice,
  wordNotice,
} from "../recorder/voice-notice.ts";

const UNFINISHED: Readonly<Record<UnfinishedEnd, string>> = {
  stopped: "You left the page.",
  interrupted: "The microphone was disconnected.",
  "full-length": "This question is as long as one can be.",
};

const NOT_ASKED =
  "Your question is kept on this device and was not asked. Open the status at the top to send or discard it.";

/** The text of a notice about a spoken question. */
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
    case "unfinished":
      return { ...words, message: `${UNFINISHED[notice.end]} ${NOT_ASKED}` };
    default:
      return words;
  }
}
