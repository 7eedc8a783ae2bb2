import { ChevronRight, type LucideIcon } from "lucide-react";
import { Link } from "react-router-dom";
import classes from "./dashboard-page.module.css";

/**
 * A card that leads to a page.
 * @param props.to null for a page that is closed to the person: the card leads nowhere
 * @param props.why why it is closed
 */
export function DashboardCard(props: {
  name: string;
  does: string;
  icon: LucideIcon;
  to: string | null;
  why?: string | null;
}) {
  const { name, does, icon: Icon, to, why } = props;
  const content = (
    <>
      <span className={classes.icon}>
        <Icon size={30} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.does}>{does}</span>
        {why && <span className={classes.why}>{why}</span>}
      </span>
    </>
  );
  return (
    <li>
      {to === null ? (
        <div className={classes.card} data-closed>
          {content}
        </div>
      ) : (
        <Link to={to} className={classes.card}>
          {content}
          <ChevronRight size={24} aria-hidden className={classes.go} />
        </Link>
      )}
    </li>
  );
}
