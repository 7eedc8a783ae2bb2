/**
 * Faults of the server, as a script: while a company named "Out of order" exists, no request for early
 * access can be read; those of the company "Sealed Ltd" cannot be changed.
 */
export const LEAD_FAULTS = `
  create function private.out_of_order() returns boolean
  language plpgsql security definer set search_path = '' as $$
  begin
    if exists (select from public.companies where name = 'Out of order') then
      raise exception 'Out of order';
    end if;
    return true;
  end $$;
  create policy "out of order" on public.contact_form_submissions as restrictive
    for select to authenticated using ((select private.out_of_order()));
  create function private.refuse_answer() returns trigger language plpgsql as $$
  begin
    if new.company = 'Sealed Ltd' then raise exception 'Sealed'; end if;
    return new;
  end $$;
  create trigger refuse_answer before update on public.contact_form_submissions
    for each row execute function private.refuse_answer();
`;
