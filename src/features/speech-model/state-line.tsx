import { CircleAlert, CircleCheck, Download } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./state-line.module.css";

const ICONS = { ready: CircleCheck, coming: Download, alert: CircleAlert };

/**
 * The state of the model. Screen readers announce it when it changes.
 * @param props.detail changes too often to be announced
 */
export function StateLine(props: {
  tone: keyof typeof ICONS;
  children: string;
  detail?: ReactNode;
}) {
  const Icon = ICONS[props.tone];
  return (
    <div className={classes.line} data-tone={props.tone}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div>
        <p role="status">{props.children}</p>
        {props.detail !== undefined && <p className={classes.detail}>{props.detail}</p>}
      </div>
    </div>
  );
}
