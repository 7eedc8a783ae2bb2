import { Button, type ButtonProps, type ElementProps } from "@mantine/core";
import type { LucideIcon } from "lucide-react";

/** The usual button: not the main one of its page, with an icon before its label. */
export function PlainButton(
  props: ButtonProps & ElementProps<"button", keyof ButtonProps> & { icon: LucideIcon },
) {
  const { icon: Icon, ...rest } = props;
  return <Button variant="default" leftSection={<Icon size={18} aria-hidden />} {...rest} />;
}
