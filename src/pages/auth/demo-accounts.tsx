import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import type { Role } from "@contracts/role.ts";
import { Button } from "@mantine/core";
import classes from "./auth-page.module.css";

type DemoAccount = NonNullable<DeploymentConfig["demoAccounts"]>[number];

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  field_tech: "Field technician",
  admin: "Administrator",
  super_admin: "Super administrator",
};

const ORDER: readonly Role[] = ["field_tech", "admin", "super_admin"];

/** The accounts of a demo backend: one tap signs in. */
export function DemoAccounts(props: {
  accounts: readonly DemoAccount[];
  /** The running sign-in: the email of a demo account, or another value. */
  busy: string | null;
  onChoose: (email: string, password: string) => Promise<void>;
}) {
  const { accounts, busy, onChoose } = props;
  const ordered = [...accounts].sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  return (
    <section aria-labelledby="demo-accounts" className={classes.demo}>
      <h2 id="demo-accounts" className={classes.demoTitle}>
        Demo accounts, one tap each
      </h2>
      {ordered.map(({ email, password, role }) => (
        <Button
          key={email}
          variant="default"
          fullWidth
          justify="flex-start"
          className={classes.account ?? ""}
          loading={busy === email}
          disabled={busy !== null && busy !== email}
          onClick={() => void onChoose(email, password)}
        >
          <span className={classes.accountText}>
            <span className={classes.role}>{ROLE_NAMES[role]}</span>{" "}
            <span className={classes.accountEmail}>{email}</span>
          </span>
        </Button>
      ))}
    </section>
  );
}
