import { useMediaQuery } from "@mantine/hooks";

/** 1100 px at the usual text size; with larger text the table needs a wider screen. */
const WIDE = "(min-width: 68.75em)";

/** Whether the screen is wide enough for a table. On a narrower one, a list of cards is shown. */
export function useTableFits(): boolean {
  return useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
}
