import "@mantine/core/styles/Tabs.layer.css";
import { Button, Tabs } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { withValues } from "#features/administration/list-in-address.ts";
import { SecondFactorNotice } from "#features/administration/notices.tsx";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./admin-page.module.css";
import { adminTabs, findTab } from "./admin-tabs.ts";
import { ManagedCompany } from "./managed-company.tsx";

/** The parameters of the address that mean nothing in another company. */
const OF_COMPANY = ["person", "document", "shown"];

/**
 * The page on which administrators manage their company. Super administrators choose the company.
 * The chosen view is in the address, so that back, a reload and a link bring the same view.
 */
export function AdminPage() {
  const identity = useShownIdentity();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  useKeptScroll();
  const [firstCompany, setFirstCompany] = useState<string | null>(null);
  const put = useCallback(
    (name: "tab" | "company", value: string | null) =>
      setParameters((before) => {
        // Filters and sorts belong to a tab; people, documents and what was loaded to a company.
        const others = [...before.keys()].filter((key) => key !== "tab" && key !== "company");
        const gone = name === "tab" ? others : OF_COMPANY;
        return withValues(before, {
          ...Object.fromEntries(gone.map((key) => [key, null])),
          [name]: value,
        });
      }),
    [setParameters],
  );
  const tabList = useRef<HTMLDivElement>(null);
  const tabInAddress = parameters.get("tab");
  // On a phone, the row of tabs is longer than the screen.
  useEffect(() => {
    const selected =
      tabInAddress !== null && tabList.current?.querySelector("[aria-selected=true]");
    if (selected) scrollSideways(selected);
  }, [tabInAddress]);
  const chooseFirst = useCallback(
    (id: string | null) => {
      setFirstCompany(id);
      if (parameters.has("company")) put("company", null);
    },
    [parameters, put],
  );
  if (identity === null) return null;
  if (identity.role === "field_tech") return <Navigate to="/dashboard" replace />;
  const isSuper = identity.role === "super_admin";
  const chosenCompany = isSuper ? (parameters.get("company") ?? firstCompany) : null;
  const companyId = chosenCompany ?? identity.companyId;
  const tabs = adminTabs(identity.role);
  const chosenTab = findTab(tabs, tabInAddress);
  if (chosenTab && "to" in chosenTab) return <Navigate to={chosenTab.to} replace />;

  function open(value: string | null): void {
    const tab = tabs.find((each) => each.value === value);
    if (tab !== undefined && "to" in tab) navigate(tab.to);
    else put("tab", value);
  }

  return (
    <div className={classes.page}>
      <PageHeading title="Admin Dashboard" />
      <SecondFactorNotice />
      <div className={classes.head}>
        {isSuper && (
          <ManagedCompany
            companyId={companyId}
            onChoose={(id) => put("company", id)}
            onMissing={chooseFirst}
          />
        )}
        <Button component={Link} to="/contact-submissions" variant="default">
          Contact Form Submissions
        </Button>
      </div>
      {/* Tabs are opened with Enter: the arrow keys alone must not open another page. */}
      <Tabs
        value={chosenTab?.value ?? null}
        onChange={open}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List ref={tabList} className={classes.tabs ?? ""}>
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

/** Brings an element into the middle of its row, and leaves the page where it is. */
function scrollSideways(element: Element): void {
  const row = element.parentElement;
  if (row === null) return;
  const [inner, outer] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
