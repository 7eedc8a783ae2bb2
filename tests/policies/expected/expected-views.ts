import { grid } from "./grid.ts";

/**
 * The companies whose rows of a view each person reads, in the terms of `expectations.ts`. Nobody
 * writes through a view.
 */
export const viewReach = {
  company_overview: grid(`
                            select
    anon                    refused
    technician              -
    roleless                -
    admin                   own
    superAdmin              all
    suspendedTechnician     -
    suspendedAdmin          -
    suspendedSuperAdmin     -
    otherAdmin              own
    otherTechnician         -
    companylessTechnician   -
    companylessAdmin        -
  `),
  agent_usage_analytics: grid(`
                            select
    anon                    refused
    technician              -
    roleless                -
    admin                   own
    superAdmin              all
    suspendedTechnician     -
    suspendedAdmin          -
    suspendedSuperAdmin     -
    otherAdmin              own
    otherTechnician         -
    companylessTechnician   -
    companylessAdmin        -
  `),
  answers_to_review: grid(`
                            select
    anon                    refused
    technician              -
    roleless                -
    admin                   own
    superAdmin              all
    suspendedTechnician     -
    suspendedAdmin          -
    suspendedSuperAdmin     -
    otherAdmin              own
    otherTechnician         -
    companylessTechnician   -
    companylessAdmin        -
  `),
  answer_review_counts: grid(`
                            select
    anon                    refused
    technician              -
    roleless                -
    admin                   own
    superAdmin              all
    suspendedTechnician     -
    suspendedAdmin          -
    suspendedSuperAdmin     -
    otherAdmin              own
    otherTechnician         -
    companylessTechnician   -
    companylessAdmin        -
  `),
};

export type ViewName = keyof typeof viewReach;
export const viewNames = Object.keys(viewReach) as ViewName[];
