import { expect, test } from "vitest";
import { detectDevice } from "./person-activity.ts";

test.each([
  ["Mobile", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1"],
  ["Tablet", "Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) Mobile/15A5341f Safari/604.1"],
  ["Tablet", "Mozilla/5.0 (Linux; Android 14; SM-X910) Chrome/130.0 Safari/537.36"],
  ["Desktop", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36"],
  [null, "curl/8.5.0"],
  [null, null],
])("the device is %s for %s", (device, userAgent) => {
  expect(detectDevice(userAgent)).toBe(device);
});
