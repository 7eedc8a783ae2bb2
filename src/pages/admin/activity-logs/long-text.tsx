import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "./activity-entry.module.css";

/** How many characters of a long text are shown at first. */
const CUT = 200;

/**
 * A text that is cut if it is long, with a button to show all of it. `of` names the text for screen
 * readers.
 */
export function LongText(props: { text: string; of: string }) {
  const { text, of } = props;
  const [whole, setWhole] = useState(false);
  const isLong = text.length > CUT;
  return (
    <>
      <p className={classes.text}>{isLong && !whole ? `${text.slice(0, CUT).trimEnd()}…` : text}</p>
      {isLong && (
        <Button
          variant="subtle"
          className={classes.more ?? ""}
          aria-expanded={whole}
          aria-label={`${whole ? "Show less" : "Show all"} of the ${of}`}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}
