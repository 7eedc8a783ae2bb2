import { readEnvironment } from "../_shared/request/environment.ts";
import { createHandler } from "./handler.ts";

Deno.serve(createHandler(readEnvironment(Deno.env.toObject())));
