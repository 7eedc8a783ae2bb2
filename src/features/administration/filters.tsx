import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { ActionButton } from "./action-button.tsx";
import classes from "./administration.module.css";

/** The filters of a list. On a phone they are behind a button that says how many of them are set. */
export function Filters(props: {
  values: readonly (string | null)[];
  className: string | undefined;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const set = props.values.filter((value) => value?.trim()).length;
  return (
    <search>
      <ActionButton
        className={classes.filterButton ?? ""}
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {set === 0 ? "Filters" : `Filters (${set})`}
      </ActionButton>
      <div id={id} className={`${props.className} ${classes.filterFields}`} data-open={isOpen}>
        {props.children}
      </div>
    </search>
  );
}
