import classes from "./changed-company.module.css";
import { useCompanyNames } from "./use-company-names.ts";

/**
 * Names the company on which a change acts: a super administrator manages several, and may have
 * chosen another one than they remember.
 * @param companyId null for a person without a company
 */
export function ChangedCompany({ companyId }: { companyId: string | null }) {
  const names = useCompanyNames();
  const name = companyId === null ? "none" : (names.get(companyId) ?? companyId.slice(0, 8));
  return (
    <p className={classes.company}>
      Company: <strong>{name}</strong>
    </p>
  );
}
