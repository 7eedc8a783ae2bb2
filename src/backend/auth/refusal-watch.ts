import { USER_BANNED } from "@contracts/auth-code.ts";
import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import { SUSPENDED } from "@contracts/refusal.ts";

/**
 * What a refusal says of the person whose session was used: `suspended`, in so many words; `doubt`,
 * that a table refused them, for which that can be the reason.
 */
export type RefusalSign = "suspended" | "doubt";

/** Looks at every refusal on its way in; answers are handed on as they are. */
export function watchRefusals(
  fetch: typeof globalThis.fetch,
  noticed: (sign: RefusalSign) => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 400 && response.status !== 403) return response;
    const url = input instanceof Request ? input.url : String(input);
    const sign = signOf(url, await codeOf(response.clone()));
    if (sign !== null) noticed(sign);
    return response;
  };
}

function signOf(url: string, code: unknown): RefusalSign | null {
  if (url.includes("/functions/v1/") && code === SUSPENDED) return "suspended";
  // A refresh is this session's; whoever signs in anew may be somebody else.
  if (url.includes("grant_type=refresh_token") && code === USER_BANNED) return "suspended";
  return url.includes("/rest/v1/") && code === INSUFFICIENT_PRIVILEGE ? "doubt" : null;
}

/** Functions answer `{ error: { code } }`, the auth server `error_code`, tables `code`. */
async function codeOf(response: Response): Promise<unknown> {
  try {
    const { error, error_code, code } = (await response.json()) as Record<string, unknown>;
    if (typeof error === "object" && error !== null && "code" in error) return error.code;
    return error_code ?? code;
  } catch {
    return null;
  }
}
