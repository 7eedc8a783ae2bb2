import { testAgentRoad } from "#tests/support/agent-road/test-agent-road.ts";
import { photoUrl } from "#tests/support/photo.ts";
import { IMAGE_LIMIT_BYTES } from "../_shared/contracts/snap-process.ts";
import { createHandler } from "./handler.ts";

testAgentRoad({
  name: "snap-process",
  agent: "snap_agent",
  createHandler,
  body: { image: photoUrl(), note: "Hums but does not start." },
  otherBody: { image: photoUrl(), note: "Does not hum." },
  bodyLimit: IMAGE_LIMIT_BYTES,
  answer: (words) => words,
});
