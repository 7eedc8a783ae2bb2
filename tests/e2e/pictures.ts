import type { Page } from "playwright";

/** A colour: red, green and blue, each 0 to 255. */
export type Colour = [number, number, number];

/** The colours of a picture near its corners: top left, top right, bottom left, bottom right. */
export interface Picture {
  width: number;
  height: number;
  corners: Colour[];
}

/** Has the browser draw a JPEG with quarters of these colours, and noise that makes it large. */
export async function drawJpeg(page: Page, picture: Picture): Promise<Uint8Array> {
  const encoded = await page.evaluate(async ({ width, height, corners }) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("No canvas");
    const image = context.createImageData(width, height);
    for (let at = 0; at < image.data.length; at += 4) {
      const x = (at / 4) % width;
      const y = Math.floor(at / 4 / width);
      const corner = corners[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] ?? [0, 0, 0];
      // As in a real photo, and the same in each run.
      const noise = ((Math.imul(at, 2_654_435_761) >>> 0) % 80) - 40;
      for (const [channel, value] of corner.entries()) image.data[at + channel] = value + noise;
      image.data[at + 3] = 255;
    }
    context.putImageData(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters);
  }, picture);
  return Buffer.from(encoded, "base64");
}

/** The size and the corner colours of a JPEG, as the browser decodes it. */
export function lookAt(page: Page, jpeg: Uint8Array): Promise<Picture> {
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height);
    // Without this option Chromium warns about repeated reading.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("No canvas");
    context.drawImage(bitmap, 0, 0);
    const side = 16;
    const average = (x: number, y: number): [number, number, number] => {
      const { data } = context.getImageData(x, y, side, side);
      const sums: [number, number, number] = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        for (const channel of [0, 1, 2] as const) sums[channel] += data[at + channel] ?? 0;
      }
      return sums.map((sum) => Math.round(sum / side ** 2)) as [number, number, number];
    };
    const right = width - 2 * side;
    const bottom = height - 2 * side;
    return {
      width,
      height,
      corners: [
        average(side, side),
        average(right, side),
        average(side, bottom),
        average(right, bottom),
      ],
    };
  }, Buffer.from(jpeg).toString("base64"));
}
