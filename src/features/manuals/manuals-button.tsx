import { Button } from "@mantine/core";
import { BookOpen } from "lucide-react";
import { usePanelOpened } from "./passage-to-open.ts";

/** Opens the manuals. A page that shows this button must also render a `ManualsHost`. */
export function ManualsButton() {
  return (
    <Button
      variant="subtle"
      aria-haspopup="dialog"
      leftSection={<BookOpen size={20} aria-hidden />}
      onClick={() => usePanelOpened.setState(true, true)}
    >
      Manuals
    </Button>
  );
}
