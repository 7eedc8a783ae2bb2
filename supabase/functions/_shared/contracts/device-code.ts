/** Why an item did not arrive yet, where the device itself says so; the other codes are the server's. */
export type DeviceCode =
  | "network"
  | "sign_in"
  | "device"
  | "unknown_kind"
  | "photo_missing"
  | "nothing_said"
  | "arrived_elsewhere";

/** There was no word from the backend. */
export const NO_NETWORK = "network" satisfies DeviceCode;
