import { useMemo } from "react";
import { ListPlaceholder, listTexts } from "#features/lists/list-placeholder.tsx";
import { useMirroredList, useServerList } from "#features/lists/use-list.ts";
import { COPY_LAYOUTS } from "#mirror/person/lists/companies.ts";
import { JOB_IMPORT_TOKENS } from "#mirror/person/lists/jobs.ts";
import { WEBHOOK_DELIVERIES, WEBHOOKS } from "#mirror/person/lists/webhooks.ts";
import { pullDeliveries } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { CopyLayoutSection } from "./copy-layout-section.tsx";
import { ImportTokenSection } from "./import-token-section.tsx";
import classes from "./integrations.module.css";
import { WebhooksSection } from "./webhooks-section.tsx";

const TEXTS = listTexts("", "integrations");

/** How a company's own systems and its notes come together. */
export function IntegrationsPanel({ companyId }: { companyId: string }) {
  const layouts = useServerList(COPY_LAYOUTS, null);
  const tokens = useServerList(JOB_IMPORT_TOKENS, null, companyId);
  const webhooks = useServerList(WEBHOOKS, "Error loading webhooks", companyId);
  useRefresh(useMemo(() => pullDeliveries(companyId), [companyId]));
  const deliveries = useMirroredList(WEBHOOK_DELIVERIES, companyId);
  // All at once: a part that came later would move what is below it.
  const missing = [layouts, tokens, webhooks, deliveries].find(
    ({ state }) => state.phase !== "known",
  );
  if (missing !== undefined) {
    return <ListPlaceholder state={missing.state} words={TEXTS} rowHeight={300} />;
  }
  const layout = layouts.rows?.find(({ id }) => id === companyId)?.copy_layout ?? null;
  return (
    <div className={classes.sections}>
      <CopyLayoutSection companyId={companyId} saved={layout} />
      <ImportTokenSection companyId={companyId} token={tokens.rows?.[0] ?? null} />
      <WebhooksSection {...{ companyId, webhooks, deliveries }} />
    </div>
  );
}
