import { afterEach, beforeEach, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "./ai-provider.ts";

/* It refuses what the real API refuses, or the functions' tests would pass with such requests. */
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
