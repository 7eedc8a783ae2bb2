import { questionFunction } from "../_shared/grounding/question-function.ts";
import { readEnvironment } from "../_shared/request/environment.ts";

Deno.serve(questionFunction("label")(readEnvironment(Deno.env.toObject())));
