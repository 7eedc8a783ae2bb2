import { closable } from "./closed-list.ts";

/**
 * A script with faults of the server: no request for early access can be read while the company of
 * `closed-list.ts` exists, and requests of the company "Sealed Ltd" cannot be changed.
 */
export const REQUEST_FAULTS = `
  ${closable("contact_form_submissions")}
  create function private.refuse_answer() returns trigger language plpgsql as $$
  begin
    if new.company = 'Sealed Ltd' then raise exception 'Sealed'; end if;
    return new;
  end $$;
  create trigger refuse_answer before update on public.contact_form_submissions
    for each row execute function private.refuse_answer();
`;
