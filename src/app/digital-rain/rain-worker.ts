// Where it rains: a worker, so that no page waits for a frame.
import { GLYPHS } from "./rain-canvas.ts";
import { RainField } from "./rain-field.ts";
import { RainLoop, type RainOrder } from "./rain-loop.ts";

/** First comes the canvas, then the orders. */
export type RainMessage = OffscreenCanvas | RainOrder;

let loop: RainLoop | null = null;

addEventListener("message", ({ data }: MessageEvent<RainMessage>) => {
  if (data instanceof OffscreenCanvas) {
    const field = new RainField(GLYPHS.length, Math.random);
    loop = new RainLoop(data, new OffscreenCanvas(1, 1), field);
  } else {
    loop?.obey(data);
  }
});
