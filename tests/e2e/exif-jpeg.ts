/** A camera model that phones write into photos, and that must not be in a sent photo. */
export const CAMERA_MODEL = "Whistleblower 9";

const ASCII = 2;
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

/**
 * A JPEG as a phone takes it: with the phone's model, its location, and its orientation.
 * @param orientation as EXIF counts it; 6: the picture must be turned a quarter clockwise
 */
export function withExif(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = exifSegment(orientation);
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe1]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([start, length, exif, jpeg.subarray(2)]);
}

/** The markers of a JPEG's segments before its image data, such as 0xe1 for EXIF. */
export function jpegMarkers(jpeg: Uint8Array): number[] {
  const bytes = Buffer.from(jpeg);
  const markers: number[] = [];
  for (let at = 2; bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    markers.push(marker);
    if (marker === 0xda) break;
  }
  return markers;
}

function exifSegment(orientation: number): Buffer {
  // Offsets count from the byte order mark.
  const tiff = Buffer.alloc(160);
  tiff.write("MM", 0, "latin1");
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  const model = 96;
  const latitude = 112;
  const place = 56;
  tiff.write(`${CAMERA_MODEL}\0`, model, "latin1");
  [51, 30, 26].forEach((part, index) => {
    tiff.writeUInt32BE(part, latitude + index * 8);
    tiff.writeUInt32BE(1, latitude + index * 8 + 4);
  });
  directory(tiff, 8, [
    [0x0110, ASCII, CAMERA_MODEL.length + 1, model],
    [0x0112, SHORT, 1, orientation << 16],
    [0x8825, LONG, 1, place],
  ]);
  directory(tiff, place, [
    [0x0001, ASCII, 2, "N".charCodeAt(0) << 24],
    [0x0002, RATIONAL, 3, latitude],
  ]);
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
}

function directory(tiff: Buffer, at: number, entries: [number, number, number, number][]): void {
  tiff.writeUInt16BE(entries.length, at);
  entries.forEach(([tag, type, count, value], index) => {
    const entry = at + 2 + index * 12;
    tiff.writeUInt16BE(tag, entry);
    tiff.writeUInt16BE(type, entry + 2);
    tiff.writeUInt32BE(count, entry + 4);
    tiff.writeUInt32BE(value, entry + 8);
  });
}
