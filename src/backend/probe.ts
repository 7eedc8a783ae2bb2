import { z } from "zod/mini";

/**
 * Recognizes the auth server of a Supabase backend; a network's login page does not answer this.
 */
const markerSchema = z.object({ name: z.literal("GoTrue") });

const TIMEOUT_MS = 8000;

/**
 * Checks that the backend answers.
 * @returns whether the reply came from the backend itself
 */
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
