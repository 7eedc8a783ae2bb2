import { Box, Modal } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "#ui/copy-button.tsx";
import classes from "./whole-text-dialog.module.css";

/** A text of a log that its card shows the beginning of. */
export interface WholeText {
  title: "Input" | "Output";
  /** Of which request it is. */
  about: string;
  text: string;
}

/**
 * Shows a text from its beginning to its end, while there is one. Stays mounted without: Mantine
 * gives the focus back when it sees the dialog closed.
 */
export function WholeTextDialog(props: { whole: WholeText | null; onClose: () => void }) {
  const { whole, onClose } = props;
  // Shown on while the dialog fades away.
  const [last, setLast] = useState(whole);
  if (whole !== null && whole !== last) setLast(whole);
  return (
    <Modal opened={whole !== null} onClose={onClose} title={last?.title} size="lg" centered>
      {last !== null && (
        <>
          <p className={classes.about}>{last.about}</p>
          <Box role="region" aria-label={last.title} tabIndex={0} className={classes.text ?? ""}>
            {last.text}
          </Box>
          <div className={classes.actions}>
            <CopyButton text={last.text} />
          </div>
        </>
      )}
    </Modal>
  );
}
