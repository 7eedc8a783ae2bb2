import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { withShown } from "../shown-in-address.ts";
import { type ChosenLogs, readChosenLogs, withChosen } from "./chosen-logs.ts";

/** Milliseconds. Longer than the pause between two keys, short enough to feel immediate. */
const TYPING_MS = 300;

/**
 * The filters of the page's logs. After a pause in typing, the address follows them, so that a
 * reload or a link brings the same view.
 * @returns `settled`: the filters as of the last pause
 */
export function useChosenLogs(): {
  chosen: ChosenLogs;
  settled: ChosenLogs;
  choose: (chosen: ChosenLogs) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const [chosen, choose] = useState<ChosenLogs>(() => readChosenLogs(parameters));
  const [settled] = useDebouncedValue(chosen, TYPING_MS);
  useEffect(() => {
    const wanted = withChosen(parameters, settled);
    if (wanted.toString() !== withChosen(parameters, readChosenLogs(parameters)).toString()) {
      // A state that was loaded for other logs does not apply to these.
      setParameters(withShown(wanted, null), { replace: true });
    }
  }, [settled, parameters, setParameters]);
  return { chosen, settled, choose };
}
