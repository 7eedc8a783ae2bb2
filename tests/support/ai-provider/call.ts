import { z } from "zod/mini";

/** The two parts of the OpenAI API that the product uses. */
export type ProviderApi = "transcription" | "chat";

export type ProviderCall = {
  path: string;
  /** Header names in lower case. */
  headers: Record<string, string>;
} & (
  | {
      api: "transcription";
      file: { name: string; type: string; bytes: Uint8Array };
      model: string;
      fields: Record<string, string>;
    }
  /** `content` is all text of a message; its pictures are in `images`. */
  | { api: "chat"; model: string; messages: ReceivedMessage[]; images: ReceivedImage[] }
  /** An invalid request: `problem` says why. It was answered with 400, 401 or 404. */
  | { api: null; problem: string; status: number }
);

interface ReceivedImage {
  type: string;
  bytes: Uint8Array;
}
export interface ReceivedMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

const text = z.string().check(z.minLength(1));
// The image types that OpenAI accepts.
const imageUrl = z
  .string()
  .check(z.regex(/^data:image\/(jpeg|png|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/));
const partSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text }),
  z.object({ type: z.literal("image_url"), image_url: z.object({ url: imageUrl }) }),
]);
const messageSchema = z.union([
  z.object({ role: z.enum(["system", "user", "assistant"]), content: text }),
  z.object({ role: z.literal("user"), content: z.array(partSchema).check(z.minLength(1)) }),
]);

const chatSchema = z.object({
  model: z.string().check(z.minLength(1)),
  messages: z.array(messageSchema).check(z.minLength(1)),
});

const APIS: Readonly<Record<string, ProviderApi>> = {
  "/v1/audio/transcriptions": "transcription",
  "/v1/chat/completions": "chat",
};

// The sound types that OpenAI accepts; it goes by the file name's extension.
const FILE_NAME = /\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/;

/** Decodes a request and checks it at least as strictly as the real API. */
export async function readCall(
  request: Request,
  apiKey: string | undefined,
): Promise<ProviderCall> {
  const path = new URL(request.url).pathname;
  const base = { path, headers: Object.fromEntries(request.headers) };
  const wrong = (problem: string, status = 400): ProviderCall => {
    return { ...base, api: null, problem, status };
  };

  const api = APIS[path];
  if (!api || request.method !== "POST") return wrong(`Unknown: ${request.method} ${path}`, 404);
  if (apiKey !== undefined && base.headers.authorization !== `Bearer ${apiKey}`) {
    return wrong("Incorrect API key provided", 401);
  }
  try {
    if (api === "chat") {
      const { model, messages } = chatSchema.parse(await request.json());
      return { ...base, api, model, ...readMessages(messages) };
    }
    const { file, ...fields } = Object.fromEntries(await request.formData());
    if (!(file instanceof File)) return wrong("file is missing or no file");
    if (!FILE_NAME.test(file.name)) return wrong(`Unrecognized file format: ${file.name}`);
    const texts = z.record(z.string(), z.string()).parse(fields);
    if (!texts.model) return wrong("model is missing");
    if (texts.response_format !== "json") return wrong("response_format is not json");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const received = { name: file.name, type: file.type, bytes };
    return { ...base, api, model: texts.model, fields: texts, file: received };
  } catch (error) {
    return wrong(`Unreadable body: ${error instanceof Error ? error.message : error}`);
  }
}

function readMessages(sent: z.infer<typeof messageSchema>[]) {
  const images: ReceivedImage[] = [];
  const messages = sent.map(({ role, content }): ReceivedMessage => {
    if (typeof content === "string") return { role, content };
    const texts: string[] = [];
    for (const part of content) {
      if (part.type === "text") texts.push(part.text);
      else images.push(readImage(part.image_url.url));
    }
    return { role, content: texts.join("\n") };
  });
  return { messages, images };
}

/** @throws Error when a JPEG is invalid, which OpenAI detects too */
function readImage(url: string): ReceivedImage {
  const [head = "", base64 = ""] = url.split(";base64,");
  const image = { type: head.slice("data:".length), bytes: Buffer.from(base64, "base64") };
  if (image.type === "image/jpeg" && image.bytes.subarray(0, 3).toString("hex") !== "ffd8ff") {
    throw new Error("The image data is not a valid image.");
  }
  return image;
}
