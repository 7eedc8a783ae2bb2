import type { EarlyAccessForm as Form } from "@contracts/new-early-access-request.ts";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { KeptRequest } from "#mirror/device/device-database.ts";
import { forgetRequest, readRequests } from "#mirror/device/kept-requests.ts";
import { useLive } from "#mirror/live.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { EarlyAccessForm } from "./early-access-form.tsx";
import classes from "./early-access-page.module.css";
import { UnsentRequests } from "./unsent-requests.tsx";

/** The page on which a prospective customer asks for access; it also works offline. */
export function EarlyAccessPage() {
  const stored = useLive(readRequests, []);
  const [taken, setTaken] = useState<{ id: string; form: Form } | null>(null);

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

  return (
    <div className={classes.page}>
      <Link to="/" className={classes.back}>
        <ArrowLeft size={20} aria-hidden />
        Back to Home
      </Link>
      <PageHeading title="Request Early Access" />
      <p className={classes.intro}>Tell us about your team. Every field is required.</p>
      <UnsentRequests
        kept={stored ?? []}
        onChange={takeBack}
        onDiscard={({ id }) => void forgetRequest(id)}
      />
      <EarlyAccessForm key={taken?.id} {...(taken !== null && { initial: taken.form })} />
    </div>
  );
}
