import type { Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_ANALYSIS } from "../support/ai-provider/behaviour.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { sendNow, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { CAMERA_MODEL, jpegMarkers, withExif } from "./exif-jpeg.ts";
import { type Colour, drawJpeg, lookAt } from "./pictures.ts";

const SAVED = "Saved on this device. It will be sent when you are back online.";
const ISSUE = "the run capacitor is bulging at the top";

const stack = stackForTests();
let browser: ChromiumProcess;
let page: Page;

/** Restarts the browser on the same device. */
async function openBrowser(): Promise<void> {
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await page.addInitScript(keepStreams);
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

beforeAll(async () => {
  await openBrowser();
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
});

beforeEach(async () => {
  stack.provider.reset();
  browser.consoleTrouble.length = 0;
  await page.goto(`${stack.network.url}/snap-agent`);
  // Without this the photo of the previous test would be shown again.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await button("Take Photo").waitFor();
});

async function takePhoto(): Promise<void> {
  await button("Take Photo").click();
  await button("Capture").click();
  await button("Analyze Image").waitFor();
}

const upload = (name: string, mimeType: string, bytes: Uint8Array) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });

/** Ids of the rows that a test has added. */
async function arrivedSince(before: Record<string, unknown>[]): Promise<unknown[]> {
  const known = new Set(before.map(({ id }) => id));
  return (await stack.rows("agent_logs")).map(({ id }) => id).filter((id) => !known.has(id));
}

const detailed = (id: unknown) => stack.rows("detailed_agent_logs", `request_key=eq.${String(id)}`);

const cameraIsOn = () =>
  page.evaluate(() => {
    const streams = Reflect.get(window, "streams") as MediaStream[];
    return streams.some((stream) => stream.getTracks().some((t) => t.readyState === "live"));
  });

describe("online", () => {
  it("a photo is taken, analyzed, shown again after a reload, and found in the history", async () => {
    const before = await stack.rows("agent_logs");
    await button("Take Photo").click();
    await button("Capture").waitFor();
    await button("Capture").click();
    await page.getByLabel("Note (optional)").fill("Hums, then trips");
    expect(await cameraIsOn()).toBe(false);
    await button("Analyze Image").dblclick();
    await page.getByText(ISSUE).waitFor();

    const [call, ...more] = stack.provider.callsTo("chat");
    expect(more).toEqual([]);
    expect(call?.messages.at(-1)?.content).toContain("Hums, then trips");
    const [image] = call?.images ?? [];
    const seen = await lookAt(page, image?.bytes ?? new Uint8Array());
    expect(seen).toMatchObject({ width: 640, height: 480 });
    // The left half of the film is sand-coloured, the right half is blue.
    expect(seen.corners.map(([red, , blue]) => red > blue)).toEqual([true, false, true, false]);
    const ids = await arrivedSince(before);
    expect(ids).toHaveLength(1);
    expect(await detailed(ids[0])).toEqual([
      expect.objectContaining({ agent_type: "snap_agent", status: "success" }),
    ]);
    expect(await stack.rows("agent_logs", `id=eq.${String(ids[0])}`)).toEqual([
      expect.objectContaining({
        agent_type: "snap",
        input_type: "image",
        input_data: "Hums, then trips",
        output_summary: DEFAULT_ANALYSIS,
      }),
    ]);

    await page.reload();
    await page.getByText(ISSUE).waitFor();
    await button("Analyze Another Image").click();
    await button("Take Photo").waitFor();
    await page.goto(`${stack.network.url}/history?agent=snap`);
    const entry = page.getByRole("main").getByRole("listitem").first();
    await entry.getByText("Hums, then trips").waitFor();
    const shown = entry.getByRole("img", { name: "The photo of this entry" });
    await expect
      .poll(() => shown.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(640);
    expect(browser.consoleTrouble).toEqual([]);
  });

  it("a phone's photo is sent upright, small, and without its location", async () => {
    const red: Colour = [200, 60, 60];
    const green: Colour = [60, 200, 60];
    const blue: Colour = [60, 60, 200];
    const grey: Colour = [150, 150, 150];
    const corners = [red, green, blue, grey];
    const stored = await drawJpeg(page, { width: 2400, height: 1600, corners });
    const original = withExif(stored, 6);
    expect(original.length).toBeGreaterThan(1_000_000);
    expect(Buffer.from(original).includes(CAMERA_MODEL)).toBe(true);
    await upload("IMG_0042.JPG", "image/jpeg", original);
    await button("Analyze Image").click();
    await page.getByText(ISSUE).waitFor();

    const sent = stack.provider.callsTo("chat")[0]?.images[0]?.bytes ?? new Uint8Array();
    expect(sent.length).toBeLessThanOrEqual(350_000);
    expect(Buffer.from(sent).includes(CAMERA_MODEL)).toBe(false);
    // The only application segments are JFIF's header (0xe0) and the canvas's colours (0xe2); EXIF
    // would be 0xe1.
    const added = jpegMarkers(sent).filter((marker) => marker >= 0xe1 && marker <= 0xef);
    expect(added.filter((marker) => marker !== 0xe2)).toEqual([]);
    const seen = await lookAt(page, sent);
    expect(Math.max(seen.width, seen.height)).toBeLessThanOrEqual(1600);
    expect(seen.width / seen.height).toBeCloseTo(1600 / 2400, 2);
    // Turned a quarter clockwise: the stored bottom left corner is seen at the top left.
    const turned = [blue, red, grey, green];
    for (const [index, colour] of turned.entries()) {
      for (const [channel, value] of colour.entries()) {
        expect(Math.abs((seen.corners[index]?.[channel] ?? 0) - value)).toBeLessThan(30);
      }
    }
  });
});

it("offline, browser restarted, online: each photo arrives once", async () => {
  const before = await stack.rows("agent_logs");
  stack.network.cut();
  await takePhoto();
  await button("Analyze Image").click();
  await page.getByText(SAVED).waitFor();
  await button("Analyze Another Image").click();
  await takePhoto();
  await page.getByLabel("Note (optional)").fill("The other side");
  await button("Analyze Image").click();
  await page.getByText(SAVED).waitFor();
  await page.close();
  await browser.close();

  await openBrowser();
  await page.goto(`${stack.network.url}/history`);
  const waiting = page.getByRole("list", { name: "Not sent yet" }).getByRole("listitem");
  await waiting.first().getByText("The other side").waitFor();
  await waiting.last().getByRole("img", { name: "The photo of this entry" }).waitFor();
  expect(await waiting.count()).toBe(2);
  expect(await arrivedSince(before)).toEqual([]);
  expect(stack.provider.calls).toHaveLength(0);

  stack.network.restore();
  await sendNow(page);
  await syncStatus(page, "Everything sent").waitFor();
  const ids = await arrivedSince(before);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(await detailed(id)).toHaveLength(1);
  expect(stack.provider.callsTo("chat")).toHaveLength(2);
});

/** Runs in the page before the app's own code: remembers every stream that the page gets. */
function keepStreams(): void {
  const streams: MediaStream[] = [];
  Object.assign(window, { streams });
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    streams.push(stream);
    return stream;
  };
}
