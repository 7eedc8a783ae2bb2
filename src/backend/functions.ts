import { type ResetUserRequest, resetUserReplySchema } from "@contracts/account-reset.ts";
import { type GoldenRunRequest, goldenRunReplySchema } from "@contracts/golden-run.ts";
import { IDEMPOTENCY_KEY_HEADER } from "@contracts/idempotency.ts";
import {
  type QuestionAgent,
  type QuestionRequest,
  questionReplySchema,
} from "@contracts/question.ts";
import { receivedRefusalSchema } from "@contracts/refusal.ts";
import {
  JPEG_DATA_URL,
  type SnapProcessRequest,
  snapProcessReplySchema,
} from "@contracts/snap-process.ts";
import {
  type CreateUserRequest,
  createUserReplySchema,
  type DeleteUserRequest,
  deleteUserReplySchema,
} from "@contracts/user-requests.ts";
import type { VoiceDraft } from "@contracts/voice-draft.ts";
import {
  AUDIO_FILE_ENDINGS,
  VOICE_FIELDS,
  voiceTranscribeReplySchema,
} from "@contracts/voice-transcribe.ts";
import type { z } from "zod/mini";
import { authorizedCall, type Tokens } from "./auth/tokens.ts";
import { type Outcome, refusedOutcome, type Server, unreachable } from "./outcome.ts";

export interface FunctionCall {
  /** The person who makes the call; no other person's session is used. */
  personId: string;
  /**
   * The item's id, used as idempotency key: the server handles a key once, however often it is
   * sent.
   */
  key: string;
  signal: AbortSignal;
}

/** The server functions. Each method returns an `Outcome` and never throws. */
export function openFunctions({ url, publicKey, fetch, auth }: Server & { auth: Tokens }) {
  function post<T>(
    name: string,
    body: FormData | object,
    schema: z.ZodMiniType<T>,
    call: FunctionCall,
  ): Promise<Outcome<T>> {
    const isForm = body instanceof FormData;
    return authorizedCall(auth, call.personId, async (accessToken) => {
      let response: Response;
      let reply: unknown;
      try {
        response = await fetch(`${url}/functions/v1/${name}`, {
          method: "POST",
          headers: {
            apikey: publicKey,
            Authorization: `Bearer ${accessToken}`,
            [IDEMPOTENCY_KEY_HEADER]: call.key,
            ...(!isForm && { "Content-Type": "application/json" }),
          },
          body: isForm ? body : JSON.stringify(body),
          signal: call.signal,
        });
        reply = await response.json();
      } catch {
        // No reply, an incomplete reply, or a network's login page: our server did not answer.
        return unreachable();
      }
      if (response.ok) {
        const parsed = schema.safeParse(reply);
        return parsed.success
          ? { kind: "ok", value: parsed.data }
          : unreachable("Unexpected reply");
      }
      const refusal = receivedRefusalSchema.safeParse(reply);
      if (!refusal.success) {
        // A gateway answered in place of our server, or a network's login page.
        return response.status === 401
          ? { kind: "sign-in" }
          : unreachable(`Unexpected reply (${response.status})`);
      }
      const { code, message } = refusal.data.error;
      return refusedOutcome(response.status, code, message, response.headers.get("Retry-After"));
    });
  }

  return {
    /** Transcribes and summarises a recording. `capturedAt` is epoch ms. */
    voiceTranscribe(
      recording: {
        chunks: ArrayBuffer[];
        mimeType: string;
        capturedAt: number;
        draft: VoiceDraft | null;
      },
      call: FunctionCall,
    ) {
      const audio = new Blob(recording.chunks, { type: recording.mimeType });
      const ending = AUDIO_FILE_ENDINGS[recording.mimeType.split(";")[0] ?? ""] ?? "webm";
      const form = new FormData();
      form.append(VOICE_FIELDS.audio, audio, `recording.${ending}`);
      form.append(VOICE_FIELDS.recordedAt, new Date(recording.capturedAt).toISOString());
      if (recording.draft) form.append(VOICE_FIELDS.draft, JSON.stringify(recording.draft));
      return post("voice-transcribe", form, voiceTranscribeReplySchema, call);
    },

    /** Has a new summary of a changed transcription written. */
    summarise(transcription: string, call: FunctionCall) {
      const form = new FormData();
      form.append(VOICE_FIELDS.transcription, transcription);
      return post("voice-transcribe", form, voiceTranscribeReplySchema, call);
    },

    /** Has a JPEG diagnosed. `note`: the person's note on the photo, or null. */
    snapProcess(photo: { bytes: ArrayBuffer; note: string | null }, call: FunctionCall) {
      const request: SnapProcessRequest = {
        image: `${JPEG_DATA_URL}${encodeBase64(photo.bytes)}`,
        ...(photo.note !== null && { note: photo.note }),
      };
      return post("snap-process", request, snapProcessReplySchema, call);
    },

    /** Sends a question to the Label or Ask agent. */
    askQuestion: (agent: QuestionAgent, request: QuestionRequest, call: FunctionCall) =>
      post(`${agent}-query`, request, questionReplySchema, call),

    /** Creates a person with their profile and role. */
    createUser: (request: CreateUserRequest, call: FunctionCall) =>
      post("create-user", request, createUserReplySchema, call),

    /** Deletes a person; their records stay with the company. */
    deleteUser: (request: DeleteUserRequest, call: FunctionCall) =>
      post("delete-user", request, deleteUserReplySchema, call),

    /** Tries golden questions before and after a change. */
    runGolden: (request: GoldenRunRequest, call: FunctionCall) =>
      post("golden-run", request, goldenRunReplySchema, call),

    /** Helps a person who cannot sign in. */
    resetUser: (request: ResetUserRequest, call: FunctionCall) =>
      post("reset-user", request, resetUserReplySchema, call),
  };
}

/**
 * Bytes to convert in one `fromCharCode` call, because a call accepts a limited number of
 * arguments.
 */
const PART = 0x8000;

/** Encodes bytes in base64, with padding. */
function encodeBase64(bytes: ArrayBuffer): string {
  const all = new Uint8Array(bytes);
  let letters = "";
  for (let start = 0; start < all.length; start += PART) {
    letters += String.fromCharCode(...all.subarray(start, start + PART));
  }
  return btoa(letters);
}
