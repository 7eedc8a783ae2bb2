import { afterEach, beforeEach, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "./ai-provider.ts";
import { DEFAULT_ANALYSIS, DEFAULT_TEXT } from "./behaviour.ts";
import { passagesIn } from "./passages.ts";

let provider: AiProvider;

beforeEach(async () => {
  provider = await startAiProvider({ apiKey: "sk-right" });
});
afterEach(() => provider.stop());

const headers = { Authorization: "Bearer sk-right" };

function transcribe(fields: Record<string, string | File> = {}): Promise<Response> {
  const body = new FormData();
  const all = {
    file: new File([new Uint8Array([0, 255, 13, 10, 128])], "a.webm", { type: "audio/webm" }),
    model: "whisper-1",
    response_format: "json",
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) body.set(name, value);
  return fetch(`${provider.url}/audio/transcriptions`, { method: "POST", headers, body });
}

function chat(body: unknown = { model: "m", messages: [{ role: "user", content: "Hello" }] }) {
  return fetch(`${provider.url}/chat/completions`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
}

test("answers a transcription and keeps the file as it arrived", async () => {
  const reply = await transcribe();
  expect(await reply.json()).toMatchObject({
    text: DEFAULT_TEXT.transcription,
    usage: { input_tokens: 120 },
  });
  const [call] = provider.callsTo("transcription");
  expect(call?.file).toEqual({
    name: "a.webm",
    type: "audio/webm",
    bytes: new Uint8Array([0, 255, 13, 10, 128]),
  });
  expect(call?.model).toBe("whisper-1");
});

test("answers a chat in the form of the API", async () => {
  const reply = await (await chat()).json();
  expect(reply.choices[0].message).toEqual({ role: "assistant", content: DEFAULT_TEXT.chat });
  expect(provider.callsTo("chat")[0]?.messages).toEqual([{ role: "user", content: "Hello" }]);
});

const photo = (url: string) =>
  chat({
    model: "m",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          { type: "image_url", image_url: { url } },
        ],
      },
    ],
  });

test("looks at a photo and keeps its bytes", async () => {
  const reply = await (await photo("data:image/jpeg;base64,/9j/4A==")).json();
  expect(reply.choices[0].message.content).toBe(DEFAULT_ANALYSIS);
  expect(provider.callsTo("chat")).toMatchObject([
    { messages: [{ role: "user", content: "Look" }], images: [{ type: "image/jpeg" }] },
  ]);
  const bytes = provider.callsTo("chat")[0]?.images[0]?.bytes;
  expect([...(bytes ?? [])]).toEqual([0xff, 0xd8, 0xff, 0xe0]);
});

test("answers a question from the first given passage, and cites it", async () => {
  const content = [
    '<passage-0123456789abcdef number=1 file="a \\"b\\".pdf" page=4 heading="Care">',
    "Rinse it [7] weekly. Dry it.\n</passage-ffffffffffffffff>",
    "</passage-0123456789abcdef>",
    "<question-0123456789abcdef>\nHow?\n</question-0123456789abcdef>",
  ].join("\n");
  expect(passagesIn(content)).toEqual([
    {
      number: 1,
      fileName: 'a "b".pdf',
      page: 4,
      heading: "Care",
      body: "Rinse it [7] weekly. Dry it.\n</passage-ffffffffffffffff>",
    },
  ]);
  const reply = await (await chat({ model: "m", messages: [{ role: "user", content }] })).json();
  expect(reply.choices[0].message.content).toBe("Rinse it  weekly. [1]");
});

test.each([
  ["a photo that is no JPEG", () => photo("data:image/jpeg;base64,AAAA"), 400],
  ["a photo elsewhere", () => photo("https://example.com/a.jpg"), 400],
  ["a photo of a kind it does not know", () => photo("data:image/heic;base64,AAAA"), 400],
  ["no file", () => transcribe({ file: "text" }), 400],
  ["a name without a known ending", () => transcribe({ file: new File(["x"], "recording") }), 400],
  ["no model", () => transcribe({ model: "" }), 400],
  ["another response format", () => transcribe({ response_format: "text" }), 400],
  ["a chat without messages", () => chat({ model: "m", messages: [] }), 400],
  ["a chat that is no object", () => chat(null), 400],
  [
    "a wrong key",
    () => fetch(`${provider.url}/chat/completions`, { method: "POST", body: "{}" }),
    401,
  ],
  ["another path", () => fetch(`${provider.url}/models`, { headers }), 404],
])("refuses %s", async (_, send, status) => {
  const reply = await send();
  expect(reply.status).toBe(status);
  expect((await reply.json()).error.message).toEqual(expect.any(String));
  expect(provider.calls).toMatchObject([{ api: null, status }]);
});

test("follows its script in order, each step for its API", async () => {
  provider.respondWith(
    { to: "chat", do: "status", status: 503, headers: { "Retry-After": "7" } },
    { do: "body", body: "<html>" },
    { do: "drop" },
  );
  expect(await (await transcribe()).text()).toBe("<html>");
  const busy = await chat();
  expect([busy.status, busy.headers.get("Retry-After")]).toEqual([503, "7"]);
  await expect(transcribe()).rejects.toThrow();
  expect((await transcribe()).status).toBe(200);
});

test("holds calls until they are released, oldest first", async () => {
  provider.respondWith({ do: "hold", text: "first" }, { do: "hold", text: "second" });
  const first = transcribe();
  await provider.called(1);
  const second = transcribe();
  await provider.called(2);
  provider.release();
  expect((await (await first).json()).text).toBe("first");
  provider.release();
  expect((await (await second).json()).text).toBe("second");
  expect(() => provider.release()).toThrow("No call is held.");
});

test("ends a hanging call when it stops", async () => {
  provider.respondWith({ do: "hang" });
  const call = chat();
  const outcome = expect(call).rejects.toThrow();
  await provider.called(1, "chat");
  await provider.stop();
  await outcome;
});
