import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentBench, startAgentBench } from "#tests/support/agent-bench.ts";
import { voiceRequestWith } from "#tests/support/voice-request.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { voiceTranscribeReplySchema } from "../_shared/contracts/voice-transcribe.ts";
import { createHandler } from "./handler.ts";

let bench: AgentBench;

beforeAll(async () => {
  bench = await startAgentBench();
});
afterAll(() => bench.stop());

test("every body gets an answer that meets the contract, and none breaks the server", async () => {
  const tess = await bench.createTechnician();
  const unpaced = createHandler(
    bench.environment({ AI_PACE_PER_MINUTE: "100000", AI_PACE_PER_DAY: "100000" }),
    bench.ports(),
  );
  const line = fc.oneof(
    fc.constantFrom(
      "--x",
      "--x--",
      "",
      'Content-Disposition: form-data; name="audio"; filename="a.webm"',
      'Content-Disposition: form-data; name="audio"',
      'Content-Disposition: form-data; name="recorded_at"',
      'Content-Disposition: form-data; name="draft"',
      "Content-Disposition: form-data",
      "Content-Type: audio/webm",
      "Content-Type: audio/webm; codecs=\0",
      "Content-Transfer-Encoding: base64",
      "2026-01-05T08:00:00Z",
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const oddForm = fc
    .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\r\n", "\n"))
    .map(([lines, end]) => Buffer.from(lines.join(end)));
  const goodForm = fc
    .tuple(fc.uint8Array({ maxLength: 40 }), fc.string({ maxLength: 8 }))
    .map(([bytes, name]) =>
      Buffer.concat([
        Buffer.from(
          `--x\r\nContent-Disposition: form-data; name="audio"; filename="${name}"\r\nContent-Type: audio/webm\r\n\r\n`,
        ),
        bytes,
        Buffer.from("\r\n--x--\r\n"),
      ]),
    );
  const type = fc.constantFrom(
    "multipart/form-data; boundary=x",
    'multipart/form-data; boundary="x"',
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=y",
    "multipart/form-data",
    "text/plain",
  );
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(oddForm, goodForm), type, async (body, contentType) => {
      const reply = await unpaced(
        voiceRequestWith(body, {
          accessToken: tess.accessToken,
          headers: { "Content-Type": contentType },
        }),
      );
      seen.add(reply.status);
      const parsed = await reply.json();
      if (reply.status === 200) voiceTranscribeReplySchema.parse(parsed);
      else {
        expect(reply.status).toBeOneOf([400, 413, 415]);
        refusalSchema.parse(parsed);
      }
    }),
    { numRuns: 150 },
  );
  expect(seen).toContain(200);
  expect(seen).toContain(400);
}, 60_000);
