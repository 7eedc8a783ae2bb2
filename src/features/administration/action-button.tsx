import { Button, type ButtonProps } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";

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
