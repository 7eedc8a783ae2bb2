/** A notice about a photo. */
export type SnapNotice =
  /** There is no camera, it cannot be used, or the system took it away. */
  "camera" | "heic" | "unreadable" | "failed" | "out-of-space";

/** The texts of the notices; all of them report a failure. */
export const NOTICE_TEXTS: Readonly<Record<SnapNotice, { title: string; message: string }>> = {
  camera: { title: "Camera Error", message: "Failed to access camera" },
  heic: {
    title: "Processing Error",
    message: "This browser can't read HEIC photos. Take the photo here, or save it as JPEG.",
  },
  unreadable: {
    title: "Processing Error",
    message: "This file is not a photo that can be read. Choose a JPEG or PNG image.",
  },
  failed: { title: "Processing Error", message: "Failed to process image" },
  "out-of-space": {
    title: "This device is out of space",
    message: "The photo could not be saved. Free some space and try again.",
  },
};
