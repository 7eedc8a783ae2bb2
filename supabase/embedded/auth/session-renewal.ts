import { refreshTokenOf } from "./assurance.ts";
import { AuthFailure } from "./auth-failure.ts";
import { rebuilt } from "./auth-request.ts";
import type { AuthServices } from "./auth-services.ts";

/** Returns the session with a new access token, which has its present `aal`, `amr` and user. */
export async function renewSession(
  { lite, database, assuranceClaims }: AuthServices,
  request: Request,
  clientAddress: string,
  sessionId: string,
): Promise<Response> {
  const token = await refreshTokenOf(database, sessionId);
  if (token === null) {
    throw new AuthFailure(
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    );
  }
  const path = "token?grant_type=refresh_token";
  const refresh = rebuilt(request, "POST", path, { refresh_token: token });
  refresh.headers.delete("authorization");
  return await assuranceClaims.session(await lite(refresh, clientAddress), null);
}
