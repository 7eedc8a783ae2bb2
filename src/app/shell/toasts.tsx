import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { TOASTS_AT_ONCE } from "#ui/toast.ts";
import classes from "./toasts.module.css";

/**
 * The place of toasts: on a phone above the bottom bar, where the thumb reaches them; on a desktop
 * below the header, beside the page. A toast stays while the pointer is over it, so it must not
 * cover a button that a person is about to press.
 */
export function Toasts() {
  const isWide = useMediaQuery("(min-width: 48em)", false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isWide ? "top-right" : "bottom-center"}
      classNames={{ root: classes.root }}
      limit={TOASTS_AT_ONCE}
    />
  );
}
