import { Box, Modal } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "#ui/copy-button.tsx";
import classes from "./whole-text-dialog.module.css";

/** The whole text of a log whose card shows only the beginning. */
export interface WholeText {
  title: "Input" | "Output";
  /** Names the request that the text belongs to. */
  about: string;
  text: string;
}

/**
 * Shows a whole text, if there is one. It stays mounted without a text: Mantine returns the focus
 * only if it sees the dialog close.
 */
export function WholeTextDialog(props: { whole: WholeText | null; onClose: () => void }) {
  const { whole, onClose } = props;
  // The last text stays visible while the dialog closes.
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
