import type { EarlyAccessForm } from "@contracts/new-early-access-request.ts";
import { Alert, Button, Group, Text } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { KeptRequest } from "#mirror/device/device-database.ts";
import { forgetRequest, readRequests } from "#mirror/device/kept-requests.ts";
import { useLive } from "#mirror/live.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { RequestForm } from "./early-access-form.tsx";
import classes from "./early-access-page.module.css";

/** The page on which a prospective customer asks for access; it also works offline. */
export function EarlyAccessPage() {
  const stored = useLive(readRequests, []);
  const [taken, setTaken] = useState<{ id: string; form: EarlyAccessForm } | null>(null);

  /** Puts a refused request back into the form. When it is sent again, it is a new request. */
  function takeBack({ id, lead }: KeptRequest): void {
    const { company, name, email, phone } = lead;
    const form = {
      ...{ company, name, email, phone },
      ...{ fieldTechCount: lead.field_tech_count, currentCrm: lead.current_crm },
    };
    setTaken({ id, form });
    void forgetRequest(id);
  }

  const waiting =
    stored?.filter(({ state, attempts }) => state === "waiting" && attempts > 0) ?? [];
  const refused = stored?.filter(({ state }) => state === "refused") ?? [];
  return (
    <div className={classes.page}>
      <Link to="/" className={classes.back}>
        <ArrowLeft size={20} aria-hidden />
        Back to Home
      </Link>
      <PageHeading title="Request Early Access" />
      <Text c="dimmed">Tell us about your team. Every field is required.</Text>
      {waiting.length > 0 && (
        // No live region: a toast already announced it when the request was kept.
        <Alert
          color="yellow"
          role="note"
          title={
            waiting.length === 1
              ? "1 request waits to be sent"
              : `${waiting.length} requests wait to be sent`
          }
        >
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
          <Group mt="0.875rem" gap="sm" align="stretch">
            <Button onClick={() => takeBack(request)}>Change and send again</Button>
            <Button variant="default" onClick={() => void forgetRequest(request.id)}>
              Discard
            </Button>
          </Group>
        </Alert>
      ))}
      <RequestForm key={taken?.id} {...(taken !== null && { initial: taken.form })} />
    </div>
  );
}
