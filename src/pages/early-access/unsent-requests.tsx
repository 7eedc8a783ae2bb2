import { Alert, Button } from "@mantine/core";
import type { KeptRequest } from "#mirror/device/device-database.ts";
import classes from "./early-access-page.module.css";

/** The requests that visitors left on this device: how many are waiting, and which were refused. */
export function UnsentRequests(props: {
  kept: readonly KeptRequest[];
  onChange: (refused: KeptRequest) => void;
  onDiscard: (refused: KeptRequest) => void;
}) {
  const waiting = props.kept.filter(({ state, attempts }) => state === "waiting" && attempts > 0);
  const refused = props.kept.filter(({ state }) => state === "refused");
  return (
    <>
      {waiting.length > 0 && (
        // No live region: a toast already announced it when the request was kept.
        <Alert color="yellow" role="note" title={waitingTitle(waiting.length)}>
          It goes out by itself once the server can be reached.
        </Alert>
      )}
      {refused.map((request) => (
        <Alert
          key={request.id}
          color="red"
          role="alert"
          title={`The request of ${request.lead.company} was not accepted`}
        >
          {request.reason?.message}
          <div className={classes.choices}>
            <Button onClick={() => props.onChange(request)}>Change and send again</Button>
            <Button variant="default" onClick={() => props.onDiscard(request)}>
              Discard
            </Button>
          </div>
        </Alert>
      ))}
    </>
  );
}

function waitingTitle(count: number): string {
  return count === 1 ? "1 request waits to be sent" : `${count} requests wait to be sent`;
}
