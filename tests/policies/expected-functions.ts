/** The functions of the request ledger that REST offers: the server's own, nobody else's. */
export const ledgerFunctions = [
  "claim_agent_request",
  "finish_agent_request",
  "release_agent_request",
  "log_refused_agent_request",
];

/** All that REST offers to the server alone. */
export const serverOnlyFunctions = [...ledgerFunctions, "search_knowledge_for"];

/** What REST offers to every person; each answers what its caller may read. */
export const peoplesFunctions = ["search_knowledge"];

/** What a policy may ask about the caller; a person may run these, and no other function. */
export const policyFunctions = [
  "is_active",
  "current_company",
  "has_role",
  "is_super_admin",
  "manages",
  "may_use_label_agent",
];
