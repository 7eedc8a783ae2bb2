import type { ComponentType } from "react";
import { isChunkLoadError, loadWhole } from "#platform/lazy-chunks.ts";

export type LoadPage = () => Promise<ComponentType>;

/** After this time, in ms, the person is told that the page could not be loaded. */
const PATIENCE_MS = 8000;

/** The page that says so. It is loaded ahead, because it is needed when there is no signal. */
const loadFallback = () => import("./page-fallback.tsx");

/** Fetches what says that a page is not here. */
export async function preloadPageFallback(): Promise<void> {
  await loadWhole(loadFallback);
}

/**
 * A page whose code is loaded when it is first opened. Where it can't be, in its place stands a page
 * that says so, and becomes the page by itself once there is a signal: what is around it stays.
 * @param whole there is nothing around it
 */
export async function loadPageOrFallback(load: LoadPage, whole: boolean): Promise<ComponentType> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  const page = await Promise.race([load(), patience]).catch((error) => {
    if (!isChunkLoadError(error)) throw error;
    return null;
  });
  clearTimeout(timer);
  return page ?? (await loadWhole(loadFallback)).pageFallback(load, whole);
}
