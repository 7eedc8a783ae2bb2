import { expect, it } from "vitest";
import { installOffer } from "./install-prompt.tsx";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const IPHONE_CHROME =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1";
const IPHONE_EDGE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/605.1.15";
const IPHONE_IN_AN_APP =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15";

const phone = { installed: false, canPrompt: false, maxTouchPoints: 5 };

it("lets the browser ask if the browser says that it can install the app", () => {
  expect(installOffer({ ...phone, userAgent: ANDROID })).toBe(null);
  expect(installOffer({ ...phone, userAgent: ANDROID, canPrompt: true })).toBe("prompt");
});

it("points to the share sheet only in Safari on iPhone and iPad", () => {
  expect(installOffer({ ...phone, userAgent: IPHONE })).toBe("share");
  // An iPad sends this user agent when it asks for desktop pages.
  expect(installOffer({ ...phone, userAgent: MAC })).toBe("share");
  expect(installOffer({ ...phone, userAgent: MAC, maxTouchPoints: 0 })).toBe(null);
  for (const userAgent of [IPHONE_CHROME, IPHONE_EDGE, IPHONE_IN_AN_APP]) {
    expect(installOffer({ ...phone, userAgent })).toBe(null);
  }
});

it("offers nothing if the app is already installed", () => {
  expect(installOffer({ ...phone, userAgent: IPHONE, installed: true })).toBe(null);
  expect(installOffer({ ...phone, userAgent: ANDROID, canPrompt: true, installed: true })).toBe(
    null,
  );
});
