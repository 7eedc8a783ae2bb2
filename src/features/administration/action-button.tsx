import { Button, type ButtonProps } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import rows from "#ui/row.module.css";
import classes from "./administration.module.css";

/** A button with an icon, for what can be done with a row or a list; its words appear under a mouse, too. */
export function ActionButton(
  props: ButtonProps & ComponentPropsWithRef<"button"> & { icon: LucideIcon },
) {
  const { icon: Icon, ...button } = props;
  const words = typeof button.children === "string" && { title: button.children };
  return (
    <Button variant="default" leftSection={<Icon size={18} aria-hidden />} {...words} {...button} />
  );
}

/** The buttons of a row. To screen readers each one names the row, too: "Edit: A-200". */
export function RowActions(props: {
  /** The name of the row. */
  row: string;
  disabled: boolean;
  actions: Readonly<Record<string, readonly [icon: LucideIcon, label: string, act: () => void]>>;
}) {
  return (
    <div className={`${classes.actions} ${rows.actions}`}>
      {Object.entries(props.actions).map(([key, [icon, label, act]]) => (
        <ActionButton
          key={key}
          icon={icon}
          disabled={props.disabled}
          aria-label={`${label}: ${props.row}`}
          onClick={act}
        >
          {label}
        </ActionButton>
      ))}
    </div>
  );
}
