import { expect, it } from "vitest";
import { persistenceAdvice } from "./persistence.tsx";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
const ANDROID_FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

it.each([
  ["an iPhone", IPHONE, 5, /Share, then Add to Home Screen.*Send what waits here first/],
  ["an iPad, which calls itself a Mac", MAC, 5, /Share, then Add to Home Screen/],
  ["Safari on a Mac", MAC, 0, /Add to Dock.*Send what waits here first/],
  ["Chrome on Android", ANDROID, 5, /Install app or Add to Home screen/],
  ["Firefox on Android", ANDROID_FIREFOX, 5, /Install app or Add to Home screen/],
  ["Firefox on a desktop", FIREFOX, 0, /when Firefox asks/],
  ["Chrome on a Mac", CHROME, 0, /address bar or menu/],
])("%s gets advice that works there", (_, userAgent, maxTouchPoints, advice) => {
  expect(persistenceAdvice({ userAgent, maxTouchPoints, installed: false })).toMatch(advice);
});

it("a person who has installed the app is not told to install it", () => {
  for (const userAgent of [IPHONE, MAC, ANDROID, FIREFOX, CHROME]) {
    const advice = persistenceAdvice({ userAgent, maxTouchPoints: 5, installed: true });
    expect(advice).toMatch(/^Keep some storage free/);
  }
});
