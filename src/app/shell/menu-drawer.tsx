import { Drawer } from "@mantine/core";
import type { Identity } from "#mirror/device/identity.ts";
import { useOpened } from "#ui/use-opened.ts";
import classes from "./menu-drawer.module.css";
import { SideMenu } from "./side-menu.tsx";

/** The side menu as a drawer. */
export function MenuDrawer(props: { identity: Identity; opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={useOpened(props.opened)}
      onClose={props.onClose}
      position="right"
      size="min(20rem, 88vw)"
      title="Menu"
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      <SideMenu identity={props.identity} left={props.onClose} />
    </Drawer>
  );
}
