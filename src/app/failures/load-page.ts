import type { ComponentType } from "react";
import { isChunkLoadError, loadWhole } from "#platform/lazy-chunks.ts";
import { withinTime } from "#platform/within-time.ts";
import type { LoadPage } from "./page-fallback.tsx";

/** After this time, in ms, the app shows the person that the page could not be loaded. */
const PATIENCE_MS = 8000;

/** The page shown instead of one that could not be loaded; loaded in advance. */
const loadFallback = () => import("./page-fallback.tsx");

/** Loads the code of the fallback page. */
export const preloadPageFallback = () => loadWhole(loadFallback);

/**
 * Loads the code of a page when the page is first opened. If the code cannot be loaded, it returns
 * a fallback page that shows this and changes into the real page once there is a signal. The layout
 * around the page stays.
 * @param whole the page has no layout around it
 */
export async function loadPageOrFallback(load: LoadPage, whole: boolean): Promise<ComponentType> {
  const page = await withinTime(PATIENCE_MS, load(), null).catch((error) => {
    if (!isChunkLoadError(error)) throw error;
    return null;
  });
  return page ?? (await loadWhole(loadFallback)).pageFallback(load, whole);
}
