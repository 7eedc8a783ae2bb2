import { type Permission, permissions } from "@contracts/agent.ts";

/** The name of a permission in the stored identity, such as `canUseVoiceAgent`. */
type Access<P extends Permission> = P extends `can_use_${infer Name}_agent`
  ? `canUse${Capitalize<Name>}Agent`
  : never;

/**
 * A record of all permissions with these names, each with the value that `valueFor` returns for it.
 */
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
