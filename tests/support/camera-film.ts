import { writeFileSync } from "node:fs";

const WIDTH = 640;
const HEIGHT = 480;

/** Luma and the two chroma values of the left and the right half. */
const LEFT = [200, 60, 150] as const;
const RIGHT = [70, 170, 110] as const;

/** Writes a film for use as a browser's camera: sand on its left half, blue on its right. */
export function writeCameraFilm(path: string): void {
  const planes = [0, 1, 2].map((plane) => halves(plane, plane === 0 ? 1 : 2));
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([header, Buffer.from("FRAME\n"), ...planes]));
}

function halves(plane: number, subsampling: number): Buffer {
  const width = WIDTH / subsampling;
  const samples = Buffer.alloc(width * (HEIGHT / subsampling), LEFT[plane]);
  for (let row = 0; row < samples.length; row += width) {
    samples.fill(RIGHT[plane] ?? 0, row + width / 2, row + width);
  }
  return samples;
}
