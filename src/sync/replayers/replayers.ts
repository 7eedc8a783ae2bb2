import type { EngineOptions } from "../engine/engine-options.ts";
import { replayFeedback } from "./feedback.ts";
import { replayPhoto } from "./photo.ts";
import { replayQuestion } from "./question.ts";
import { replayVoice } from "./voice.ts";

/** The replayer of each kind of item, in a page and in the worker. */
export const REPLAYERS: EngineOptions["replayers"] = {
  voice: replayVoice,
  photo: replayPhoto,
  question: replayQuestion,
  feedback: replayFeedback,
};
