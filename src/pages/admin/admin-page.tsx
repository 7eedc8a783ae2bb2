import "@mantine/core/styles/Tabs.layer.css";
import { Button, Tabs } from "@mantine/core";
import { useState } from "react";
import { Link, Navigate, useNavigate } from "react-router-dom";
import { SecondFactorNotice } from "#features/administration/second-factor-notice.tsx";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./admin-page.module.css";
import { adminTabs } from "./admin-tabs.ts";
import { ManagedCompany } from "./managed-company.tsx";

/**
 * The page on which administrators manage their company. Super administrators choose the company.
 */
export function AdminPage() {
  const identity = useShownIdentity();
  const navigate = useNavigate();
  const [chosenCompany, setChosenCompany] = useState<string | null>(null);
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  if (identity === null) return null;
  if (identity.role === "field_tech") return <Navigate to="/dashboard" replace />;
  const isSuper = identity.role === "super_admin";
  const companyId = (isSuper ? chosenCompany : null) ?? identity.companyId;
  const tabs = adminTabs(identity.role);

  function open(value: string | null): void {
    const tab = tabs.find((each) => each.value === value);
    if (tab !== undefined && "to" in tab) navigate(tab.to);
    else setChosenTab(value);
  }

  return (
    <div className={classes.page}>
      <PageHeading title="Admin Dashboard" />
      <SecondFactorNotice />
      <div className={classes.head}>
        {isSuper && <ManagedCompany companyId={companyId} onChange={setChosenCompany} />}
        <Button component={Link} to="/contact-submissions" variant="default">
          Early-access requests
        </Button>
      </div>
      {/* Tabs are opened with Enter: the arrow keys alone must not open another page. */}
      <Tabs
        value={chosenTab ?? tabs[0]?.value ?? null}
        onChange={open}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List className={classes.tabs ?? ""}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} className={classes.tab ?? ""}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.value} value={tab.value} className={classes.panel ?? ""}>
            {"Panel" in tab && (
              <tab.Panel key={tab.ofAllCompanies ? null : companyId} companyId={companyId} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
