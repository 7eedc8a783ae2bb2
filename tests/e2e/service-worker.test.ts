// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordOffline, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Opens a tab on a new device and makes its first visit to the sign-in page. */
async function firstVisit(profile: string): Promise<Page> {
  const browser = await stack.browser(profile);
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/auth`);
  await untilInstalled(page);
  return page;
}

it("can be installed, and every picture of the manifest has the size that the manifest says", async () => {
  const page = await firstVisit("installable");
  const session = await page.context().newCDPSession(page);
  expect(await session.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
  const { url, errors, data } = await session.send("Page.getAppManifest");
  expect(url).toBe(`${stack.network.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? "");
  expect(manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url)).toEqual([
    "/voice-agent",
    "/snap-agent",
    "/label-agent",
    "/ask-agent",
  ]);
  const pictures: { src: string; sizes: string; type: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons),
  ];
  const real = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const response = await fetch(src);
          const type = response.headers.get("content-type")?.split(";")[0];
          const image = new Image();
          image.src = src;
          await image.decode();
          const isVector = type === "image/svg+xml";
          const sizes = isVector ? "any" : `${image.naturalWidth}x${image.naturalHeight}`;
          return { src, sizes, type };
        }),
      ),
    pictures.map(({ src }) => src),
  );
  expect(real).toEqual(pictures.map(({ src, sizes, type }) => ({ src, sizes, type })));
});

it("asks the browser to wake the worker while something waits", async () => {
  const page = await (await stack.browser("woken")).newPage();
  await recordOffline(stack, page, () =>
    page.waitForFunction(async () => {
      const registration: ServiceWorkerRegistration & {
        sync?: { getTags(): Promise<string[]> };
      } = await navigator.serviceWorker.ready;
      return (await registration.sync?.getTags())?.includes("drain");
    }),
  );
});

it("leaves requests for the backend's addresses and files to the network", async () => {
  const page = await firstVisit("denied");
  const paths = [
    "/auth/v1/health",
    "/rest/v1/",
    "/storage/v1/bucket",
    "/functions/v1/voice-transcribe",
    "/config.json",
    "/healthz",
    "/robots.txt",
    "/manuals/missing.pdf",
  ];
  for (const path of paths) {
    const response = await page.goto(`${stack.network.url}${path}`);
    expect([path, response?.fromServiceWorker()]).toEqual([path, false]);
    expect([path, response?.headers()["content-type"]]).not.toEqual([path, "text/html"]);
  }
  const shell = await page.goto(`${stack.network.url}/auth?next=report.pdf`);
  expect(shell?.fromServiceWorker()).toBe(true);
});
