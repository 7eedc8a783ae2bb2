import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import classes from "./toasts.module.css";

/**
 * Where toasts appear: on a phone above the bottom bar, within the thumb's reach; on a desktop below
 * the header, beside the page. One that stands under the pointer stays, and must not keep somebody
 * from the button that they are about to press.
 */
export function Toasts() {
  const isWide = useMediaQuery("(min-width: 48em)", false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isWide ? "top-right" : "bottom-center"}
      classNames={{ root: classes.root }}
      limit={3}
    />
  );
}
