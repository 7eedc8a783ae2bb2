import { z } from "zod/mini";

/** Header that names the item a request belongs to. Absent, the server mints a fresh one. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
export const idempotencyKeySchema = z.uuid();
