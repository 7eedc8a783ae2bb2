import { questionFunction } from "../_shared/grounding/question-function.ts";
import { readEnvironment } from "../_shared/request/environment.ts";

Deno.serve(questionFunction("ask")(readEnvironment(Deno.env.toObject())));
