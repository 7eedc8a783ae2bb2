import { testAgentRoad } from "#tests/support/agent-road/test-agent-road.ts";
import { addManual } from "#tests/support/manuals.ts";
import { createHandler } from "./handler.ts";

testAgentRoad({
  name: "ask-query",
  agent: "ask_agent",
  createHandler,
  body: { question: "What does E-47 mean?" },
  otherBody: { question: "What does E-48 mean?" },
  bodyLimit: 256 * 1024,
  prepare: (bench, person) =>
    addManual(bench, person.companyId, {
      passages: ["E-47 means that the flow sensor is silent."],
    }),
  answer: (words) => `${words} E-47 means that the flow sensor is silent [1].`,
});
