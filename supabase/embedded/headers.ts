import { secureHeaders } from "hono/secure-headers";

const shared = {
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  // Whoever terminates TLS decides about it.
  strictTransportSecurity: false,
  // A page from the service worker and one from the network would disagree, and Chromium warns.
  originAgentCluster: false,
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

/** For the app's own pages and files. */
export const appHeaders = secureHeaders({
  ...shared,
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    // Mantine writes its theme and sizes into style elements and attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    connectSrc: ["'self'"],
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

/** For answers of the backend: an uploaded page opened by its address runs nothing. */
export const backendHeaders = secureHeaders({
  ...shared,
  crossOriginResourcePolicy: false,
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    sandbox: [],
  },
});
