/** The source of a photo: a chosen file, or a camera frame, which is closed after use. */
export type PhotoSource = Blob | ImageBitmap;

/** A small, upright JPEG without data about where and with which device it was taken. */
export interface EncodedPhoto {
  bytes: ArrayBuffer;
  width: number;
  height: number;
}

export type PhotoEncoding =
  | { kind: "encoded"; photo: EncodedPhoto }
  /** It is a HEIC photo, which this browser cannot read. */
  | { kind: "heic" }
  /** It is not an image, or a damaged one. */
  | { kind: "unreadable" };

/**
 * Encodes a photo anew, upright and without metadata; in a page or a worker.
 * @throws when the browser can't encode, for example when it is out of memory
 */
export async function compressPhoto(source: PhotoSource): Promise<PhotoEncoding> {
  const bitmap = source instanceof Blob ? await decode(source) : source;
  if (bitmap === null) {
    // Checked only after decoding failed, because Safari can read HEIC.
    return { kind: source instanceof Blob && (await isHeic(source)) ? "heic" : "unreadable" };
  }
  try {
    return { kind: "encoded", photo: await encode(bitmap) };
  } finally {
    bitmap.close();
  }
}

async function decode(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

async function encode(bitmap: ImageBitmap): Promise<EncodedPhoto> {
  let last: EncodedPhoto | null = null;
  let drawn: ReturnType<typeof draw> | null = null;
  for (const { width, height, quality } of encodeAttempts(bitmap.width, bitmap.height)) {
    if (drawn?.width !== width || drawn.height !== height) drawn = draw(bitmap, width, height);
    const jpeg = await drawn.toJpeg(quality);
    last = { bytes: await jpeg.arrayBuffer(), width, height };
    if (jpeg.size <= PHOTO_BYTES) break;
  }
  if (last === null) throw new Error("No attempt to encode");
  return last;
}

function draw(bitmap: ImageBitmap, width: number, height: number) {
  // Safari before 16.4 has no OffscreenCanvas, only the page's canvas.
  if (typeof OffscreenCanvas === "undefined") {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    paint(canvas.getContext("2d"), bitmap, width, height);
    return {
      width,
      height,
      toJpeg: (quality: number) =>
        new Promise<Blob>((resolve, reject) => {
          canvas.toBlob(
            (blob) => (blob === null ? reject(new Error("No JPEG")) : resolve(blob)),
            "image/jpeg",
            quality,
          );
        }),
    };
  }
  const canvas = new OffscreenCanvas(width, height);
  paint(canvas.getContext("2d"), bitmap, width, height);
  return {
    width,
    height,
    toJpeg: (quality: number) => canvas.convertToBlob({ type: "image/jpeg", quality }),
  };
}

function paint(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  bitmap: ImageBitmap,
  width: number,
  height: number,
): void {
  if (context === null) throw new Error("No canvas");
  // A JPEG has no transparency: transparent pixels would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
}

/** The brands of ISO base media files with HEVC pictures; an AVIF file has other brands. */
const BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/** Whether a file is a HEIC photo, as iPhones take them, by its content, not its name. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const letters = String.fromCharCode(...head);
  return letters.slice(4, 8) === "ftyp" && BRANDS.has(letters.slice(8, 12));
}

/** Longest side of a photo that is sent, in pixels. */
export const LONGEST_SIDE = 1600;

/** Maximum size of a sent photo (bytes): seconds on a slow connection, and still sharp. */
const PHOTO_BYTES = 350_000;

const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45];
const SMALLER_SIDES = [1280, 1024, 800, 640, 480];

/** How to encode a photo, the best first: too many bytes cost quality first, then pixels. */
export function encodeAttempts(width: number, height: number) {
  const lowest = QUALITIES.at(-1) ?? 1;
  return [
    ...QUALITIES.map((quality) => ({ ...fitWithin(width, height, LONGEST_SIDE), quality })),
    ...SMALLER_SIDES.filter((side) => side < Math.max(width, height)).map((side) => ({
      ...fitWithin(width, height, side),
      quality: lowest,
    })),
  ];
}

/** The largest size in the same proportions whose longest side fits; never more than the original. */
function fitWithin(
  width: number,
  height: number,
  longest: number,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
