import { afterEach, beforeEach } from "vitest";
import { type Context, Device } from "./device.ts";

/** The device of the present test and a tab that is open on it: new ones for each test of the importing file. */
export let device: Device;
export let tab: Context;

beforeEach(() => {
  device = new Device();
  tab = device.open();
});
afterEach(() => device.close());
