import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";

/** 1100 px at the usual text size; with larger text the table needs a wider screen. */
const WIDTH = 68.75;

/** Whether the screen is wide enough for a table. On a narrower one, a list of cards is shown. */
export function useTableFits(): boolean {
  const [wide] = useState(wideScreen);
  return useMediaQuery(wide, false, { getInitialValueInEffect: false });
}

/** Media queries know of larger text in the browser's settings, and not of a zoom for text alone. */
function wideScreen(): string {
  const textSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return `(min-width: ${WIDTH}em) and (min-width: ${WIDTH * textSize}px)`;
}
