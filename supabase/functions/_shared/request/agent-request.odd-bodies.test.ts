import fc from "fast-check";
import { expect, test } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { jsonRequest } from "#tests/support/json-request.ts";
import { addManual } from "#tests/support/manuals.ts";
import { photoUrl } from "#tests/support/photo.ts";
import { createHandler as createAsk } from "../../ask-query/handler.ts";
import { createHandler as createSnap } from "../../snap-process/handler.ts";
import { createHandler as createVoice } from "../../voice-transcribe/handler.ts";
import { questionReplySchema } from "../contracts/question.ts";
import { refusalSchema } from "../contracts/refusal.ts";
import { JPEG_DATA_URL, snapProcessReplySchema } from "../contracts/snap-process.ts";
import { voiceTranscribeReplySchema } from "../contracts/voice-transcribe.ts";

interface Sent {
  body: Parameters<typeof jsonRequest>[1];
  contentType?: string;
}

const oddText = fc.constantFrom(
  "E-47",
  "pump & !valve | ( :*",
  "'; select 1 --",
  "%_\\",
  "[1] [2]",
  "\0",
  "\ud83d",
);
const text = fc.oneof(
  oddText,
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.lorem({ maxCount: 8 }),
);
const content = fc.oneof(text, fc.anything({ maxDepth: 1 }));
const turn = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "assistant"), content: text }),
  fc.record({ role: fc.constantFrom("user", "system", 1), content }),
);
const question = fc
  .record(
    {
      question: fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: content }),
      history: fc.oneof(
        fc.array(turn, { maxLength: 7 }),
        fc.array(turn, { maxLength: 2 }),
        content,
      ),
      "": fc.anything({ maxDepth: 1 }),
    },
    { requiredKeys: ["question"] },
  )
  .filter(isJson);

const jpeg = fc
  .uint8Array({ maxLength: 40 })
  .map((end) => photoUrl(Uint8Array.from([255, 216, 255, ...end])));
const photo = fc.record(
  {
    image: fc.oneof(
      jpeg,
      fc.base64String().map((base64) => JPEG_DATA_URL + base64),
      fc.string({ unit: "binary" }).map((odd) => JPEG_DATA_URL + odd),
      fc.jsonValue(),
    ),
    note: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
  },
  { requiredKeys: ["image"] },
);

/** JSON that is valid or nearly valid, and bodies that are not. */
const json = (nearlyRight: fc.Arbitrary<object>): fc.Arbitrary<Sent> =>
  fc
    .oneof(
      { weight: 4, arbitrary: nearlyRight },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((odd) => Uint8Array.from(odd)) },
    )
    .map((body) => ({ body }));

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
  .map(([lines, end]) => lines.join(end));
const goodForm = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.string({ maxLength: 8 }))
  .map(([bytes, name]) => {
    const head = `--x\r\nContent-Disposition: form-data; name="audio"; filename="${name}"\r\nContent-Type: audio/webm\r\n\r\n`;
    return Uint8Array.from(Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--x--\r\n")]));
  });
const form: fc.Arbitrary<Sent> = fc.record({
  body: fc.oneof(oddForm, goodForm),
  contentType: fc.constantFrom(
    "multipart/form-data; boundary=x",
    'multipart/form-data; boundary="x"',
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=y",
    "multipart/form-data",
    "text/plain",
  ),
});

const bench = benchForTests();

test.each([
  {
    name: "ask-query",
    createHandler: createAsk,
    bodies: json(question),
    reply: questionReplySchema,
  },
  {
    name: "snap-process",
    createHandler: createSnap,
    bodies: json(photo),
    reply: snapProcessReplySchema,
  },
  {
    name: "voice-transcribe",
    createHandler: createVoice,
    bodies: form,
    reply: voiceTranscribeReplySchema,
  },
])(
  "any body gets an answer of the contract from $name, and none breaks the server",
  async ({ name, createHandler, bodies, reply: schema }) => {
    const { accessToken, companyId } = bench.tess;
    await addManual(bench, companyId, {
      passages: ["E-47: the pump stands still.", "Lorem ipsum dolor sit amet, consectetur valve."],
    });
    const unpaced = createHandler(
      bench.environment({ AI_PACE_PER_MINUTE: "100000", AI_PACE_PER_DAY: "100000" }),
      bench.ports(),
    );
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(bodies, async ({ body, contentType }) => {
        const headers = contentType === undefined ? {} : { "Content-Type": contentType };
        const reply = await unpaced(jsonRequest(name, body, { accessToken, headers }));
        seen.add(reply.status);
        const parsed = await reply.json();
        if (reply.status === 200) schema.parse(parsed);
        else {
          expect(reply.status).toBeOneOf([400, 413, 415]);
          refusalSchema.parse(parsed);
        }
      }),
      { numRuns: 150 },
    );
    expect(seen).toContain(200);
    expect(seen).toContain(400);
  },
  120_000,
);

// `fc.anything` may contain bigints and cycles, which JSON cannot represent.
function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
