import { UnstyledButton } from "@mantine/core";
import { Menu } from "lucide-react";
import { useState } from "react";
import type { Identity } from "#mirror/device/identity.ts";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import classes from "./mobile-menu.module.css";

/** The side menu where the screen is too narrow to keep it open. */
export function MobileMenu(props: { identity: Identity }) {
  const [drawer, loadDrawer] = useLazyModule(() => import("./menu-drawer.tsx"));
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.menu}>
      <UnstyledButton
        className={classes.button ?? ""}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => {
          loadDrawer();
          setOpened(true);
        }}
      >
        <Menu size={26} aria-hidden />
      </UnstyledButton>
      {drawer !== null && (
        <drawer.MenuDrawer
          identity={props.identity}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}
