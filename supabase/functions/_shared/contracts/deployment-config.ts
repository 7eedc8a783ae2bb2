import { z } from "zod/mini";
import { roleSchema } from "./role.ts";

/** Kinds of second factors that some auth servers offer besides authenticator apps. */
export const secondFactorSchema = z.enum(["phone", "webauthn"]);
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** What `/config.json` answers: where the backend is and the public key to reach it with. */
export const deploymentConfigSchema = z.object({
  supabaseUrl: z.url(),
  supabaseKey: z.string().check(z.minLength(1)),
  demo: z.boolean(),
  /** Whether the backend has Supabase Realtime. */
  realtime: z.optional(z.boolean()),
  /** False where links to reset a password are passed on by a person; absent where they are mailed. */
  sendsMail: z.optional(z.boolean()),
  /** The shortest new password in characters, where it is not that of every deployment. */
  passwordMinimum: z.optional(z.int()),
  /** The address that the support page writes to; absent where the operator has set none. */
  supportEmail: z.optional(z.string()),
  /** Kinds of second factors that the auth server offers besides authenticator apps. */
  secondFactors: z.optional(z.array(secondFactorSchema)),
  /** Names for pages of external sign-in providers that this deployment has added, by their ids. */
  providerNames: z.optional(z.record(z.string(), z.string())),
  demoAccounts: z.optional(
    z.array(z.object({ email: z.string(), password: z.string(), role: roleSchema })),
  ),
});
export type DeploymentConfig = z.infer<typeof deploymentConfigSchema>;
