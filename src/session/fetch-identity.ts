import type { AuthUser } from "../backend/auth/tokens.ts";
import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import { repeatRead } from "../backend/repeat-read.ts";
import { agentAccess } from "../mirror/device/agent-access.ts";
import type { Identity } from "../mirror/device/identity.ts";
import { browserPorts } from "../platform/browser-ports.ts";

/**
 * Loads a user's identity: profile, role and permissions. Repeats that for some seconds while it
 * fails.
 * @returns null when the backend hides their own profile from them: they are suspended
 */
export function fetchIdentity(
  backend: Pick<Backend, "tables">,
  user: AuthUser,
): Promise<Outcome<Identity | null>> {
  return repeatRead({ read: () => askForIdentity(backend, user), ports: browserPorts });
}

async function askForIdentity(
  backend: Pick<Backend, "tables">,
  user: AuthUser,
): Promise<Outcome<Identity | null>> {
  const [profile, role] = await Promise.all([
    backend.tables.readProfile(user.id),
    backend.tables.readRole(user.id),
  ]);
  if (profile.kind !== "ok") return profile;
  if (role.kind !== "ok") return role;
  if (profile.value === null) return { kind: "ok", value: null };
  const known = profile.value;
  return {
    kind: "ok",
    value: {
      id: user.id,
      email: user.email,
      fullName: known.full_name,
      role: role.value,
      companyId: known.company_id,
      speechLanguage: known.speech_language,
      ...agentAccess((permission) => known[permission]),
    },
  };
}
