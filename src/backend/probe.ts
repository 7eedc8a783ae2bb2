import { z } from "zod/mini";

/** What only the auth server of a Supabase backend answers: a network's login page does not. */
const markerSchema = z.object({ name: z.literal("GoTrue") });

const TIMEOUT_MS = 8000;

/** Asks the backend for a sign of life. @returns whether it was the backend that answered */
export async function probeBackend(options: {
  url: string;
  publicKey: string;
  fetch: typeof fetch;
}): Promise<boolean> {
  try {
    const response = await options.fetch(`${options.url}/auth/v1/health`, {
      headers: { apikey: options.publicKey },
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok && markerSchema.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}
