import { Button } from "@mantine/core";
import { useSession } from "#session/session.ts";
import classes from "./support-page.module.css";

/** When support answers, and a button that opens the mail app of the device. */
export function Contact() {
  const address = useSession((session) => session.deployment?.supportEmail);
  return (
    <section className={classes.contact} aria-labelledby="contact">
      <h2 id="contact">Contact support</h2>
      <dl className={classes.facts}>
        <div>
          <dt>Response time</dt>
          <dd>Within 24 hours</dd>
        </div>
        <div>
          <dt>Support hours</dt>
          <dd>Monday to Friday, 9 AM to 5 PM EST</dd>
        </div>
      </dl>
      <Button fullWidth onClick={() => window.location.assign(mailTo(address))}>
        Send Email
      </Button>
      <p className={classes.address}>
        {address ?? "No support address is set here. Write to your administrator."}
      </p>
    </section>
  );
}

/** @returns an address that opens the mail app with a subject; without `address` no recipient */
function mailTo(address = ""): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@");
  return `mailto:${recipient}?subject=${encodeURIComponent("Field Agents support")}`;
}
