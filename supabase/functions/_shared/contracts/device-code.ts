/**
 * Why an item has not arrived yet, if the device itself found the reason; all other codes come from
 * the server.
 */
export type DeviceCode =
  | "network"
  | "sign_in"
  | "device"
  | "unknown_kind"
  | "photo_missing"
  | "nothing_said"
  | "arrived_elsewhere";

/** The backend did not answer. */
export const NO_NETWORK = "network" satisfies DeviceCode;
