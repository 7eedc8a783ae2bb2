-- Gives the caller the rows of `agent_logs` with these ids that any former account of theirs wrote: what
-- had arrived before that account was deleted, without its device having learned of it. Each row says
-- itself whose it was. The account under which the device keeps the items is not always that one: a
-- device can lose its power after an account took over the rows and before it moved the items, and that
-- account can be deleted too.
drop function public.take_over_logs(uuid, uuid[]);
create function public.take_over_logs(
  items uuid[],
  -- Sent by versions of the app that are still installed. It changes nothing.
  former uuid default null
) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  return query
    update public.agent_logs l set user_id = auth.uid()
    from private.former_people writer
    where l.id = any (items) and l.user_id is null
      and writer.id = l.former_user_id and private.is_gone(writer.id)
      and writer.address_hash = private.address_hash(writer.id, private.confirmed_address())
    returning l.id;
end $$;
revoke all on function public.take_over_logs(uuid[], uuid) from public, anon;
grant execute on function public.take_over_logs(uuid[], uuid) to authenticated, service_role;
