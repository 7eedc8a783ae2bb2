import type { AuthUser } from "../backend/auth/tokens.ts";
import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import type { Identity } from "../mirror/device/identity.ts";

/**
 * Who a user is to the product.
 * @returns null when the backend hides their own profile from them: they are suspended
 */
export async function fetchIdentity(
  backend: Pick<Backend, "tables">,
  user: AuthUser,
): Promise<Outcome<Identity | null>> {
  const [profile, role] = await Promise.all([
    backend.tables.profileOf(user.id),
    backend.tables.roleOf(user.id),
  ]);
  if (profile.kind !== "ok") return profile;
  if (role.kind !== "ok") return role;
  if (profile.value === null) return { kind: "ok", value: null };
  return {
    kind: "ok",
    value: {
      id: user.id,
      email: user.email,
      fullName: profile.value.full_name,
      role: role.value,
      companyId: profile.value.company_id,
      canUseVoiceAgent: profile.value.can_use_voice_agent,
      canUseSnapAgent: profile.value.can_use_snap_agent,
      canUseLabelAgent: profile.value.can_use_label_agent,
    },
  };
}
