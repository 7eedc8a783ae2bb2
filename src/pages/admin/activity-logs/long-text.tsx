import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "./activity-entry.module.css";

/** What is shown of a longer text until somebody asks for all of it, in characters. */
const CUT = 200;

/** A text, cut when it is long, with a way to see the whole. `of`: what it is, for screen readers. */
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
