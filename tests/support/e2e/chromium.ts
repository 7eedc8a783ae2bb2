import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright";
import { findChromium } from "../setup/chromium.mjs";

/** A browser in a separate process, on a profile that is kept after it ends. */
export type ChromiumProcess = Awaited<ReturnType<typeof startChromium>>;

const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-extensions",
  "--disable-breakpad",
  // Pages that the browser itself draws for an address bar that is not visible here.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
  // A mouse, as a desktop has: without a screen, Chromium finds none.
  "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-dev-shm-usage",
  "--remote-debugging-port=0",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
];

/** How long the tests wait for a state, in milliseconds, on a slow and busy machine. */
const PATIENCE = 60_000;

/**
 * Starts Chromium on a profile folder.
 * @param options.microphone path of a WAV that plays in a loop as the microphone
 * @param options.camera path of a Y4M film that plays in a loop as the camera
 * @param options.rain false: the digital rain stays off until a page switches it on
 * @param options.siteData false: the browser's settings forbid pages to store anything
 */
export async function startChromium(options: {
  profile: string;
  microphone: string;
  camera: string;
  rain?: boolean;
  siteData?: boolean;
}) {
  if (options.siteData === false) blockSiteData(options.profile);
  const child = spawn(
    await findChromium(),
    [
      ...FLAGS,
      `--user-data-dir=${options.profile}`,
      `--use-file-for-fake-audio-capture=${options.microphone}`,
      `--use-file-for-fake-video-capture=${options.camera}`,
      "about:blank",
    ],
    // A separate process group, so that a kill reaches every process of the browser.
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const ended = once(child, "exit");
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const endGroup = () => {
    if (isRunning()) process.kill(-(child.pid ?? 0), "SIGKILL");
  };
  // An interrupted test run must not leave browsers running.
  process.once("exit", endGroup);
  void ended.then(() => process.off("exit", endGroup));
  const devTools = await debuggingAddress(child);
  const browser = await chromium.connectOverCDP(devTools, { timeout: PATIENCE });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The browser has no context");
  context.setDefaultTimeout(PATIENCE);
  if (options.rain === false) await context.addInitScript(leaveRainOff);
  const consoleTrouble: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        const text = `${message.type()}: ${message.text()}`;
        const failed = text.includes("Failed to load resource");
        consoleTrouble.push(failed ? `${text} ${message.location().url}` : text);
      }
    });
    page.on("pageerror", (error) => consoleTrouble.push(`uncaught: ${error.message}`));
  };
  context.on("page", listen);

  return {
    context,
    profile: options.profile,
    /** The `ws:` address of its DevTools protocol. */
    devTools,
    isRunning,
    newPage: () => context.newPage(),
    /** The errors and warnings that pages wrote to the console so far. */
    consoleTrouble,
    /** Closes it as a person does. */
    async close(): Promise<void> {
      await quit(browser);
      await ended;
    },
    /** Ends it as a power cut does: SIGKILL to all of its processes. */
    async kill(): Promise<void> {
      endGroup();
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

/** Sets what a person sets under "Third-party cookies and site data" for all sites. */
function blockSiteData(profile: string): void {
  mkdirSync(join(profile, "Default"), { recursive: true });
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(settings));
}

/** Runs in every page before the app's own code. */
function leaveRainOff(): void {
  // Pages without an origin have no storage.
  if (!location.protocol.startsWith("http")) return;
  if (localStorage.getItem("showMatrixRain") === null) {
    localStorage.setItem("showMatrixRain", "false");
  }
}

/** `Browser.close` lets the browser write its databases to disk; the connection ends with it. */
async function quit(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Browser.close").catch(() => undefined);
  await browser.close().catch(() => undefined);
}

async function debuggingAddress(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error("The browser's output is not read");
  const lines = createInterface({ input: child.stderr });
  const printed: string[] = [];
  for await (const line of lines) {
    printed.push(line);
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      // Keep reading, or the browser blocks on a full pipe.
      child.stderr.resume();
      return address;
    }
  }
  throw new Error(`The browser ended before it could be driven:\n${printed.join("\n")}`);
}
