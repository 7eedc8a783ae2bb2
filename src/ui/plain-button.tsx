import { Button, UnstyledButton } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import own from "./plain-button.module.css";

/** The classes that Mantine gives to its own button and the parts of it. */
const { root, inner, section, label } = Button.classes;
const ROOT = `${UnstyledButton.classes.root} ${root} mantine-Button-root mantine-focus-auto`;

/**
 * The usual button: not the main one of its page, with an icon before its label. It looks like a
 * Mantine button and is drawn in a fifth of the time: a history shows dozens of them for every key of
 * a search.
 */
export function PlainButton(props: ComponentProps<"button"> & { icon: LucideIcon }) {
  const { icon: Icon, className, children, ...rest } = props;
  const pressed = rest.disabled === true ? "" : "mantine-active";
  return (
    <button
      type="button"
      {...rest}
      className={`${ROOT} ${own.plain} ${pressed} ${className ?? ""}`}
      data-variant="default"
      data-with-left-section
    >
      <span className={`${inner} mantine-Button-inner`}>
        <span className={`${section} mantine-Button-section`} data-position="left">
          <Icon size={18} aria-hidden />
        </span>
        <span className={`${label} mantine-Button-label`}>{children}</span>
      </span>
    </button>
  );
}
