import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { BACKEND_LIMIT_MS } from "./service-rest.ts";

/**
 * Has the Auth server mail a link to choose a new password, as somebody who forgot theirs has it
 * done.
 * @throws Refused 429 when that address was sent too many, Error when the server does not do it
 */
export async function sendRecoveryLink(
  environment: Environment,
  ports: Ports,
  email: string,
): Promise<void> {
  const response = await ports.fetch(`${environment.supabaseUrl}/auth/v1/recover`, {
    method: "POST",
    headers: { apikey: environment.anonKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
    signal: ports.clock.timeout(BACKEND_LIMIT_MS),
  });
  const text = await response.text();
  if (response.status === 429) {
    const seconds = Number(response.headers.get("Retry-After"));
    throw new Refused(429, "rate_limited", "This address was sent a link a moment ago.", {
      retryAfter: Number.isInteger(seconds) && seconds > 0 ? seconds : 60,
    });
  }
  if (!response.ok) throw new Error(`auth/v1/recover: status ${response.status}: ${text}`);
}
