import type { Company } from "@contracts/company.ts";
import { create } from "zustand";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import { deleteCompany } from "#commands/companies.ts";

/** How many files of a company have been deleted, and how many there were. */
export interface DeletionProgress {
  done: number;
  files: number;
}

/**
 * The companies that are being deleted, by id. It is global state, because a deletion continues
 * when another tab of the page is opened, and must not be started again there.
 */
export const useDeletions = create<Readonly<Record<string, DeletionProgress>>>(() => ({}));

/**
 * Deletes a company.
 * @returns null if this deletion is already running
 */
export async function deleteOnce(
  command: AdministrationCommand,
  company: Company,
): Promise<CommandResult | null> {
  const { id } = company;
  if (id in useDeletions.getState()) return null;
  const progress = (done: number, files: number) =>
    useDeletions.setState({ [id]: { done, files } });
  progress(0, company.file_count);
  try {
    return await deleteCompany(command, company, progress);
  } finally {
    useDeletions.setState(({ [id]: _, ...others }) => others, true);
  }
}
