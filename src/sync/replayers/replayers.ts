import type { EngineOptions } from "../engine/engine-options.ts";
import { replayPhoto } from "./photo.ts";
import { replayQuestion } from "./question.ts";
import { replayVoice } from "./voice.ts";

/** How each kind of item is sent, in a page and in the worker alike. */
export const REPLAYERS: EngineOptions["replayers"] = {
  voice: replayVoice,
  photo: replayPhoto,
  question: replayQuestion,
};
