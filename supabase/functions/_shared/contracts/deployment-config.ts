import { z } from "zod/mini";
import { roleSchema } from "./person.ts";

/** What `/config.json` answers: where the backend is and the public key to reach it with. */
export const deploymentConfigSchema = z.object({
  supabaseUrl: z.url(),
  supabaseKey: z.string().check(z.minLength(1)),
  demo: z.boolean(),
  /** Whether the backend has Supabase Realtime. */
  realtime: z.optional(z.boolean()),
  demoAccounts: z.optional(
    z.array(z.object({ email: z.string(), password: z.string(), role: roleSchema })),
  ),
});
export type DeploymentConfig = z.infer<typeof deploymentConfigSchema>;
