import { COMPANY_NAME_LIMIT, type Company } from "@contracts/company.ts";
import { plainName } from "@contracts/plain-name.ts";
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { createCompany, requireSecondFactor } from "#commands/companies.ts";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { findCompanies, useCompanyNames } from "#features/administration/company-choices.ts";
import { useSearchInAddress } from "#features/administration/list-in-address.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { OneFieldForm } from "#features/administration/one-field-form.tsx";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { ListPlaceholder, listTexts, RefreshNotice } from "#features/lists/list-placeholder.tsx";
import { SortedRows } from "#features/lists/sorted-rows.tsx";
import { type ListState, useMirroredList } from "#features/lists/use-list.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { JOBS } from "#mirror/person/lists/jobs.ts";
import { lastUse } from "#mirror/person/lists/person-activity.ts";
import type { ServerList } from "#mirror/person/lists/server-list.ts";
import { WEBHOOKS } from "#mirror/person/lists/webhooks.ts";
import { useSession } from "#session/session.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useSync } from "#sync/sync-context.tsx";
import type { SortColumns } from "#ui/sort.ts";
import { showError } from "#ui/toast.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import classes from "./companies-panel.module.css";
import { CompanyRow, deleteOnce, formatFileCount } from "./company-row.tsx";
import {
  PeopleWithoutCompany,
  pullWithoutCompany,
  usePeopleWithoutCompany,
} from "./people-without-company.tsx";

const NONE: readonly Company[] = [];

const TEXTS = listTexts("No companies yet", "companies");
/** The height of a typical row with the gap below it, in px, until it is measured. */
const ROW_HEIGHT = 132;

const ORDERS = {
  users: { title: "Users", value: ({ user_count }) => user_count, largestFirst: true },
  files: { title: "Files", value: ({ file_count }) => file_count, largestFirst: true },
  // Rows mirrored by an older version of the app lack the next three fields.
  used: { title: "Last used", value: lastUse, largestFirst: true },
  waiting: { title: "Answers to look at", value: (row) => row.waiting ?? 0, largestFirst: true },
  factor: { title: "Second factor", value: (row) => Number(row.require_second_factor === true) },
  created: {
    title: "Created",
    value: ({ created_at }) => Date.parse(created_at),
    largestFirst: true,
  },
} as const satisfies SortColumns<Company>;

/** The list of all companies. The admin page refreshes it, because a company is chosen there. */
export function CompaniesPanel() {
  const sync = useSync();
  const command = useCommand();
  const readOnly = useReadOnly();
  const isDemo = useSession(({ deployment }) => deployment?.demo === true);
  const list = useMirroredList(COMPANIES);
  const without = usePeopleWithoutCompany();
  const nobodyHas = without.people.length;
  // The button that leads to these people stands above the companies, and would push them down.
  const isComplete = without.state.phase !== "loading";
  const companies = (isComplete ? list.rows : undefined) ?? NONE;
  const state: ListState =
    list.state.phase === "known" && !isComplete ? { ...list.state, phase: "loading" } : list.state;
  const [typed, searchField] = useSearchInAddress();
  const shown = useMemo(() => findCompanies(companies, typed), [companies, typed]);
  const names = useCompanyNames();
  const shownName = ({ id, name }: Company) => names.get(id) ?? name;
  const { run } = useOneAtATime();
  const [asked, setAsked] = useState<Company | null>(null);
  const place = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);

  async function remove(company: Company): Promise<void> {
    // Read before the deletion: it has the id only while another company has the same name.
    const name = shownName(company);
    const result = command && (await deleteOnce(command, company));
    if (result === null) return;
    // After a failed deletion the company still exists, but some of its files may be deleted.
    void sync?.refresh(pullList(COMPANIES));
    if (await showResult(result, "Error deleting company", "Company deleted", name)) {
      void sync?.refresh(pullWithoutCompany);
    }
  }

  async function require(company: Company, required: boolean): Promise<void> {
    if (command === null) return;
    const sent = requireSecondFactor(command, company, required);
    const title = required ? "Second factor required" : "Second factor no longer required";
    await showResult(sent, "Error", title, shownName(company));
  }

  return (
    <div className={shared.panel}>
      <h2 className={shared.title}>Companies</h2>
      <ReadOnlyNotice refreshed={state.refreshed} />
      <CompanyForm />
      {isComplete && nobodyHas > 0 && (
        <Button
          variant="default"
          className={classes.withoutCompany ?? ""}
          onClick={() => document.getElementById("without-company")?.focus()}
        >
          {nobodyHas === 1 ? "1 person has no company" : `${nobodyHas} people have no company`}
        </Button>
      )}
      <SortedRows
        rows={shown}
        columns={ORDERS}
        usual="Name"
        head={(order) => (
          <>
            <TextInput
              {...searchField}
              ref={search}
              aria-label="Search companies"
              placeholder="Search companies"
            />
            {order}
            <RefreshNotice state={state} />
          </>
        )}
        label="Companies"
        list={place}
        usualHeight={ROW_HEIGHT}
        row={(company) => (
          <CompanyRow
            company={company}
            name={shownName(company)}
            readOnly={readOnly}
            onRequireSecondFactor={(required) =>
              void run(company.id, `require ${required}`, () => require(company, required))
            }
            onDelete={() => setAsked(company)}
          />
        )}
      />
      {companies.length === 0 && (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={ROW_HEIGHT} />
      )}
      {companies.length > 0 && shown.length === 0 && (
        <p className={shared.empty}>No company has this name</p>
      )}
      <PeopleWithoutCompany {...without} companies={companies} />
      {isDemo && (
        <p className={shared.about}>
          This server has the demo: Cascade Climate Services, its people and their work are made up.
          A start of the server with <code>DEMO=delete</code> deletes them, as its README says under
          “After the trial”. Your own companies and people stay.
        </p>
      )}
      {asked !== null && (
        <AdminConfirmDialog
          company="named inside"
          title="Delete company?"
          confirm="Delete"
          onCancel={() => setAsked(null)}
          // There is no list while no company matches the search.
          focus={() => place.current ?? search.current}
          onConfirm={() => void remove(asked)}
        >
          <Stack gap="sm">
            {asked.user_count > 0 && (
              <Text className={shared.notice ?? ""}>
                Warning:{" "}
                {asked.user_count === 1
                  ? "1 person still belongs"
                  : `${asked.user_count.toLocaleString()} people still belong`}{" "}
                to “{shownName(asked)}”. They stay, without a company.
              </Text>
            )}
            <Text>
              “{shownName(asked)}” will be deleted with its knowledge base (
              {formatFileCount(asked.file_count)}), its prompts, its vocabulary, its golden set, its
              jobs
              <KnownCount list={JOBS} companyId={asked.id} /> and its webhooks
              <KnownCount list={WEBHOOKS} companyId={asked.id} /> with their deliveries. This action
              cannot be undone.
            </Text>
          </Stack>
        </AdminConfirmDialog>
      )}
    </div>
  );
}

/** How many rows of a company's list are on this device, in brackets; nothing if it has no list. */
function KnownCount<Row extends { id: string }>(props: {
  list: ServerList<Row, [string | null]>;
  companyId: string;
}) {
  const { rows, state } = useMirroredList(props.list, props.companyId);
  return rows !== undefined && typeof state.refreshed === "number"
    ? ` (${rows.length.toLocaleString()})`
    : null;
}

const MISSING = "Please enter a company name";

function CompanyForm() {
  const command = useCommand();
  const last = useRef<{ id: string; name: string } | null>(null);

  function findProblem(typed: string): string | null {
    if (plainName(typed) !== "") return null;
    showError("Company name required", MISSING);
    return MISSING;
  }
  async function create(typed: string): Promise<boolean> {
    if (command === null) return false;
    const name = plainName(typed);
    if (last.current?.name !== name) last.current = { id: crypto.randomUUID(), name };
    const sent = createCompany(command, last.current);
    const isDone = await showResult(sent, "Error creating company", "Company created!", name);
    if (isDone) last.current = null;
    return isDone;
  }

  return (
    <OneFieldForm
      label="Company name"
      maxLength={COMPANY_NAME_LIMIT}
      words={["Create Company", "Creating..."]}
      findProblem={findProblem}
      onAdd={create}
    />
  );
}
