import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** An area that scrolls, also by the keyboard. */
export function ScrolledRegion(props: {
  label: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const { label, className = "", children } = props;
  return (
    <Box role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </Box>
  );
}
