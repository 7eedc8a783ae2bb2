import { ActionIcon } from "@mantine/core";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./data-table.module.css";

/** The details of a row, beside its table. Escape in the table or here closes it. */
export function DetailsPanel(props: {
  id: string;
  rowId: string;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { id, rowId, label, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    // Of the table and the panel alone: Escape in a dialog above them closes the dialog.
    const place = panel.current?.parentElement;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) close.current();
    };
    place?.addEventListener("keydown", closeByKey);
    return () => place?.removeEventListener("keydown", closeByKey);
  }, []);
  return (
    <section ref={panel} id={id} data-id={rowId} aria-label={label} className={classes.details}>
      <ActionIcon aria-label="Close details" className={classes.close ?? ""} onClick={onClose}>
        <X size={22} aria-hidden />
      </ActionIcon>
      {props.children}
    </section>
  );
}
