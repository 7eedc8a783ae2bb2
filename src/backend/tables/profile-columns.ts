import { profileSchema } from "@contracts/person.ts";

/** The columns of `profiles` that the app reads. */
export const PROFILE_COLUMNS = Object.keys(profileSchema.shape).join(", ");
