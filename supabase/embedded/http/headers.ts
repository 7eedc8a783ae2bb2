import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

/** What every answer has. */
function shared(https: boolean) {
  return {
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    // Browsers keep to it for a year: only where the whole origin is behind TLS.
    strictTransportSecurity: https ? "max-age=31536000" : false,
    // A page from the service worker and one from the network would disagree, and Chromium warns.
    originAgentCluster: false,
    // What is not named, security keys among it, is the app's own by default.
    permissionsPolicy: {
      microphone: ["self"],
      camera: ["self"],
      geolocation: [],
      payment: [],
      usb: [],
      serial: [],
      hid: [],
      midi: [],
      accelerometer: [],
      gyroscope: [],
      magnetometer: [],
      displayCapture: [],
    },
  } satisfies Parameters<typeof secureHeaders>[0];
}

/** How a deployment is reached. */
export interface Deployed {
  /** The app is opened by https. */
  https: boolean;
  /** The backend's origin, without a slash at the end, when it may be another than the app's. */
  backendUrl: string | undefined;
}

/** For the app's own pages and files. */
export function appHeaders({ https, backendUrl }: Deployed): MiddlewareHandler {
  const backend = backendUrl ? [backendUrl, backendUrl.replace(/^http/, "ws")] : [];
  return secureHeaders({
    ...shared(https),
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // What scripts set through `element.style`, React and Mantine among them, needs no leave.
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

/** For answers of the backend: an uploaded page opened by its address runs nothing. */
export function backendHeaders(https: boolean): MiddlewareHandler {
  return secureHeaders({
    ...shared(https),
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      frameAncestors: ["'none'"],
      sandbox: [],
    },
  });
}

/** The headers of the app as names and values, for servers that are not this one. */
export async function listAppHeaders(deployed: Deployed): Promise<[name: string, value: string][]> {
  const app = new Hono().use(appHeaders(deployed)).get((c) => c.body(null));
  return [...(await app.request("/")).headers];
}

/** How long browsers keep a file of the app: names below /assets hold a hash of the content. */
export function appCacheControl(path: string): string {
  return path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}
