import { NavLink, useLocation } from "react-router-dom";
import classes from "./bottom-bar.module.css";
import { bottomBar } from "./navigation.ts";

/** The navigation bar of a phone, at the bottom, where the thumb reaches it. */
export function BottomBar() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Shortcuts" className={classes.bar}>
      {bottomBar(pathname).map(({ to, label, icon: Icon }) => (
        <NavLink key={label} to={to} className={classes.link ?? ""}>
          <Icon size={24} aria-hidden />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
