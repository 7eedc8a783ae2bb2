import { Notifications } from "@mantine/notifications";
import classes from "./toasts.module.css";

/** Where toasts appear: above the bottom bar, away from the header's controls. */
export function Toasts() {
  return <Notifications position="bottom-center" classNames={{ root: classes.root }} limit={3} />;
}
