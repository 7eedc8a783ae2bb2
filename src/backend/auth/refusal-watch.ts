import { USER_BANNED } from "@contracts/auth-code.ts";
import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import { SUSPENDED } from "@contracts/refusal-code.ts";

/**
 * The meaning of a refusal for the person whose session was used. `suspended`: they are
 * suspended. `doubt`: a table refused access, and suspension can be the reason.
 */
export type RefusalSign = "suspended" | "doubt";

/** Inspects every refusal that arrives; passes all replies on unchanged. */
export function watchRefusals(
  fetch: typeof globalThis.fetch,
  noticed: (sign: RefusalSign) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 400 && response.status !== 403) return response;
    const url = input instanceof Request ? input.url : String(input);
    const sign = readSign(url, await readCode(response.clone()));
    if (sign !== null) noticed(sign);
    return response;
  };
}

function readSign(url: string, code: unknown): RefusalSign | null {
  if (url.includes("/functions/v1/") && code === SUSPENDED) return "suspended";
  // Only a refresh concerns this session; a new sign-in may be another person's.
  if (url.includes("grant_type=refresh_token") && code === USER_BANNED) return "suspended";
  return url.includes("/rest/v1/") && code === INSUFFICIENT_PRIVILEGE ? "doubt" : null;
}

/**
 * Functions put the code in `{ error: { code } }`, the auth server in `error_code`, tables in
 * `code`.
 */
async function readCode(response: Response): Promise<unknown> {
  try {
    const { error, error_code, code } = (await response.json()) as Record<string, unknown>;
    if (typeof error === "object" && error !== null && "code" in error) return error.code;
    return error_code ?? code;
  } catch {
    return null;
  }
}
