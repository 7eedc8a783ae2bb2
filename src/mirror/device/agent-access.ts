import { type Permission, permissions } from "@contracts/permission.ts";

/** A permission as the identity of the device names it: `canUseVoiceAgent`. */
type Access<P extends Permission> = P extends `can_use_${infer Name}_agent`
  ? `canUse${Capitalize<Name>}Agent`
  : never;

/** A record of all permissions by those names, each with the value that `valueFor` gives it. */
export function agentAccess<T>(
  valueFor: (permission: Permission) => T,
): Record<Access<Permission>, T> {
  return Object.fromEntries(
    Object.entries(permissions(valueFor)).map(([permission, value]) => [
      permission.replace(/_./g, ([, letter = ""]) => letter.toUpperCase()),
      value,
    ]),
  ) as Record<Access<Permission>, T>;
}
