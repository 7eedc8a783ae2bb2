// The rain is drawn in this worker, so that no page waits for a frame.

import { RainField } from "./rain-field.ts";
import { GLYPHS, RainLoop, type RainOrder } from "./rain-loop.ts";

/** The first message is the canvas; all others are orders. */
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
