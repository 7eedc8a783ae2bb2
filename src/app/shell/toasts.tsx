import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { TOASTS_AT_ONCE } from "#ui/toast.ts";
import classes from "./toasts.module.css";

/** Toasts: above a phone's bottom bar, below a desktop's header, where they cover no button. */
export function Toasts() {
  const isWide = useMediaQuery("(min-width: 48em)", false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isWide ? "top-right" : "bottom-center"}
      classNames={{ root: classes.root }}
      limit={TOASTS_AT_ONCE}
      transitionDuration={150}
      // Large text makes them higher than usual.
      notificationMaxHeight="60vh"
    />
  );
}
