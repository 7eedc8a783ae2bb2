import { NavLink } from "react-router-dom";
import type { Identity } from "#mirror/device/identity.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { sideMenu } from "./navigation.ts";
import { AppearanceToggles } from "./shell-footer.tsx";
import classes from "./side-menu.module.css";

const InstallEntry = lazyWhenIdle(async () => (await import("../install/install-prompt.tsx")).InstallEntry);

/** The side menu: the pages, the person signed in, and the preferences of this device. */
export function SideMenu(props: { identity: Identity; left?: () => void }) {
  const { identity, left } = props;
  return (
    <div className={classes.menu}>
      <nav aria-label="Main">
        <ul className={classes.links}>
          {sideMenu(identity.role).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to} className={classes.link ?? ""} onClick={left}>
                <Icon size={22} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {/* Placed in otherwise empty space: the entry appears only when the browser offers it, and
          must not move other entries. */}
      <InstallEntry />
      <div className={classes.foot}>
        <div>
          <AppearanceToggles />
        </div>
        <div className={classes.account}>
          <p className={classes.name}>{identity.fullName ?? "User"}</p>
          <p className={classes.email}>{identity.email}</p>
        </div>
        <LogoutButton />
      </div>
    </div>
  );
}
