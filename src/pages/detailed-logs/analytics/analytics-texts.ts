import type { ListTexts } from "#features/lists/list-placeholder.tsx";

export const ANALYTICS_TEXTS: ListTexts = {
  empty: "No requests in the last 30 days",
  loading: "Loading analytics...",
  failed: "The analytics could not be loaded.",
  absent: "The analytics are not on this device yet.",
};

/** The height of a typical chart, in px. */
export const CHART_HEIGHT = 240;
