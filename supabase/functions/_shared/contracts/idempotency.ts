import { z } from "zod/mini";

/** Header that names the item a request belongs to. If it is absent, the server makes a new id. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
export const idempotencyKeySchema = z.uuid();
