import { useEffect, useRef } from "react";
import { useDevicePreferences } from "#preferences/device-preferences.ts";
import { useShownIdentity } from "#session/pin.ts";
import classes from "./digital-rain.module.css";
import { rainPalette } from "./rain-palette.ts";
import { type RainStage, stageRain } from "./rain-stage.ts";
import type { RainMessage } from "./rain-worker.ts";

/** The digital rain behind every page, in the colour of the role of the person signed in. */
export function DigitalRain() {
  const role = useShownIdentity()?.role ?? "field_tech";
  const theme = useDevicePreferences((preferences) => preferences.theme);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<RainStage | null>(null);
  useEffect(() => {
    const rain = place.current && raiseRain(place.current);
    stage.current = rain;
    return () => rain?.end();
  }, []);
  useEffect(() => stage.current?.color(rainPalette(role, theme)), [role, theme]);
  return <div ref={place} aria-hidden className={classes.rain} />;
}

/**
 * Adds a canvas to `place` and starts a worker that draws on it. Returns null if the browser
 * cannot: the rain is only decoration.
 */
function raiseRain(place: HTMLElement): RainStage | null {
  // Created here and not by React: a canvas can be transferred to a worker only once, but React may
  // run an effect again.
  const canvas = document.createElement("canvas");
  if (canvas.transferControlToOffscreen === undefined) return null;
  const worker = new Worker(new URL("./rain-worker.ts", import.meta.url), { type: "module" });
  const send = (message: RainMessage, handed: Transferable[] = []) =>
    worker.postMessage(message, handed);
  const offscreen = canvas.transferControlToOffscreen();
  send(offscreen, [offscreen]);
  place.append(canvas);
  const stage = stageRain(place, send);
  return {
    color: stage.color,
    end() {
      stage.end();
      worker.terminate();
      canvas.remove();
    },
  };
}
