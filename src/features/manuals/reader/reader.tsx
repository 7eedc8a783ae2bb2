import { Modal } from "@mantine/core";
import { useRef } from "react";
import { useOpened } from "#ui/use-opened.ts";
import { closeManual, useManualToOpen } from "../passage-to-open.ts";
import { useBackCloses } from "../use-back-closes.ts";
import { Document } from "./document.tsx";
import classes from "./reader.module.css";

/** Shows a document on the whole screen, at the passage that the person wants to see. */
export function Reader() {
  const manual = useManualToOpen((state) => state.manual);
  const opened = useOpened(manual !== null);
  // The last document stays visible while the dialog closes.
  const last = useRef(manual);
  if (manual !== null) last.current = manual;
  useBackCloses(manual !== null, closeManual);
  return (
    <Modal
      opened={opened && manual !== null}
      onClose={closeManual}
      title={last.current?.fileName}
      fullScreen
      classNames={{
        content: classes.content ?? "",
        header: classes.header ?? "",
        title: classes.title ?? "",
        body: classes.body ?? "",
      }}
    >
      {last.current !== null && <Document key={last.current.fileId} manual={last.current} />}
    </Modal>
  );
}
