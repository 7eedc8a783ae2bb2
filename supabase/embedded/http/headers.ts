import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** The headers of every answer. */
function shared(https: boolean) {
  return {
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    // Browsers obey this for a year, so it is sent only if the whole origin is behind TLS.
    strictTransportSecurity: https ? "max-age=31536000" : false,
    // Off: it would differ between a page from the service worker and one from the network, and
    // Chromium warns of that.
    originAgentCluster: false,
    // Features that are not listed, such as security keys, are allowed for the app itself by
    // default.
    permissionsPolicy: {
      microphone: ["self"],
      camera: ["self"],
      ...{ geolocation: [], payment: [], usb: [], serial: [], hid: [], midi: [] },
      ...{ accelerometer: [], gyroscope: [], magnetometer: [], displayCapture: [] },
    },
  } satisfies Parameters<typeof secureHeaders>[0];
}

/** How a deployment is reached. */
export interface Deployed {
  /** Whether the app is opened by https. */
  https: boolean;
  /** The backend's origin, without a slash at the end, if it may differ from the app's. */
  backendUrl: string | undefined;
}

/**
 * The folder of the scripts that may run WebAssembly: workers, whose own answer decides what they may
 * do. Pages may not.
 */
export const WASM_SCRIPTS = "/assets/on-demand/understanding/";

/** Headers for the app's own pages and files. */
export function appHeaders(deployed: Deployed): MiddlewareHandler {
  const usual = headersWith(deployed, ["'self'"]);
  const withWasm = headersWith(deployed, ["'self'", "'wasm-unsafe-eval'"]);
  return (c, next) => (c.req.path.startsWith(WASM_SCRIPTS) ? withWasm : usual)(c, next);
}

function headersWith({ https, backendUrl }: Deployed, scriptSrc: string[]): MiddlewareHandler {
  const backend = backendUrl ? [backendUrl, backendUrl.replace(/^http/, "ws")] : [];
  return secureHeaders({
    ...shared(https),
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc,
      // Styles that scripts such as React and Mantine set through `element.style` need no
      // permission.
      styleSrc: ["'self'"],
      connectSrc: ["'self'", ...backend],
      imgSrc: ["'self'", "data:", "blob:"],
      mediaSrc: ["'self'", "blob:"],
      fontSrc: ["'self'"],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
    },
  });
}

/** Headers for the backend's answers: an uploaded page that is opened by its address runs nothing. */
export function backendHeaders(https: boolean): MiddlewareHandler {
  return secureHeaders({
    ...shared(https),
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
  });
}

/** The app's headers of the files below a path as names and values, for other servers that host the app. */
export async function listAppHeaders(
  deployed: Deployed,
  path = "/",
): Promise<[name: string, value: string][]> {
  const app = new Hono().use(appHeaders(deployed)).get("*", (c) => c.body(null));
  return [...(await app.request(path)).headers];
}

/** The folders of the files whose names contain a hash of their content. */
export const HASHED: readonly string[] = ["/assets/", "/models/"];

/** How long browsers keep a file of the app. */
export function appCacheControl(path: string): string {
  const isHashed = HASHED.some((folder) => path.startsWith(folder));
  return isHashed ? "public, max-age=31536000, immutable" : "no-cache";
}
