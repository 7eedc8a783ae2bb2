import { sizeLimitWords } from "../_shared/contracts/size-limit.ts";
import {
  IMAGE_LIMIT_BYTES,
  JPEG_DATA_URL,
  snapProcessRequestSchema,
} from "../_shared/contracts/snap-process.ts";
import type { ParsedBody } from "../_shared/request/agent-function.ts";
import { readJson } from "../_shared/request/json-body.ts";
import { Refused } from "../_shared/request/refused.ts";
import { sha256 } from "../_shared/request/sha256.ts";

/** A photo for the model. */
export interface Photo {
  /** A JPEG. */
  dataUrl: string;
  /** The person's note about the photo; null if there is none. */
  note: string | null;
}

// How every JPEG begins: its start marker, and the first byte of the next one.
const JPEG_START = "\xFF\xD8\xFF";

/**
 * Reads the photo and its note.
 * @throws Refused 400, 413 or 415
 */
export async function parsePhoto(request: Request): Promise<ParsedBody<Photo>> {
  const { image, note } = await readJson(request, snapProcessRequestSchema, {
    limit: IMAGE_LIMIT_BYTES,
    // Of the whole body: in it, a photo takes a third more than its file.
    tooLarge: `The photo as it is sent is larger than ${sizeLimitWords(IMAGE_LIMIT_BYTES)}.`,
  });
  const bytes = decodeBase64(image.slice(JPEG_DATA_URL.length));
  if (bytes === null) {
    throw new Refused(400, "malformed", "The photo is empty or broken.", { field: "image" });
  }
  if (!bytes.startsWith(JPEG_START)) {
    throw new Refused(415, "unsupported_type", "The photo must be a JPEG.", { field: "image" });
  }

  const input = { dataUrl: image, note: note?.trim() || null };
  return {
    input,
    hash: await sha256(JSON.stringify([await sha256(input.dataUrl), input.note])),
    description: [
      `image/jpeg, ${(bytes.length / 1000).toFixed(1)} kB`,
      ...(input.note === null ? [] : [input.note]),
    ].join("\n"),
  };
}

/** The bytes as a binary string; null when there are none or the text is no base64. */
function decodeBase64(text: string): string | null {
  // atob accepts more than providers do: white space and missing padding.
  if (text === "" || text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text)) return null;
  try {
    return atob(text);
  } catch {
    return null;
  }
}
