-- An id that a device chose is its person's: nobody can occupy another's by sending it first. `item_id`
-- is what the device sent, one row for each person and item. `id` is the same, unless a row of somebody
-- else has it; then it is derived from both, and starts with the version digit 8, which no device can
-- choose. `id` stays the primary key, because installed apps write with `on_conflict=id`: for them, too,
-- a row that is sent again is the one that is there.
create function private.keep_item_id() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own uuid;
  is_taken boolean;
begin
  new.item_id := new.id;
  if new.user_id is null then
    return new;
  end if;
  -- One at a time for an id: of two people who send it at once, the second finds the first one's row.
  -- Ids share 1,024 locks, so that many rows in one statement cannot use up the server's locks.
  perform pg_advisory_xact_lock(90, hashtext(new.id::text) & 1023);
  execute format('select t.id from public.%I t where t.user_id = $1 and t.item_id = $2', tg_table_name)
    into own using new.user_id, new.item_id;
  if own is not null then
    new.id := own;
    return new;
  end if;
  execute format('select exists (select from public.%I t where t.id = $1%s)', tg_table_name, tg_argv[0])
    into is_taken using new.id;
  if is_taken or substr(new.id::text, 15, 1) = '8' then
    new.id := overlay(encode(substr(sha256(convert_to(new.user_id::text || new.item_id, 'UTF8')), 1, 16),
                             'hex') placing '8' from 13)::uuid;
  end if;
  return new;
end $$;
revoke all on function private.keep_item_id() from public;

alter table public.agent_logs add column item_id uuid;
alter table public.label_agent_conversations add column item_id uuid;
alter table public.ask_agent_conversations add column item_id uuid;
update public.agent_logs set item_id = id;
update public.label_agent_conversations set item_id = id;
update public.ask_agent_conversations set item_id = id;
alter table public.agent_logs
  alter column item_id set not null, add unique (user_id, item_id);
alter table public.label_agent_conversations
  alter column item_id set not null, add unique (user_id, item_id);
alter table public.ask_agent_conversations
  alter column item_id set not null, add unique (user_id, item_id);

-- A row of an account that was deleted before the server kept whose it was may be the sender's own.
create trigger keep_item_id before insert on public.agent_logs for each row
  execute function private.keep_item_id(' and (t.user_id is not null or t.former_user_id is not null)');
create trigger keep_item_id before insert on public.label_agent_conversations for each row
  execute function private.keep_item_id('');
create trigger keep_item_id before insert on public.ask_agent_conversations for each row
  execute function private.keep_item_id('');

-- As it was, by the ids that the devices chose. What the caller has sent under the same id stays theirs
-- alone.
create or replace function public.take_over_logs(items uuid[], former uuid default null)
returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  return query
    update public.agent_logs l set user_id = auth.uid()
    from private.former_people writer
    where l.item_id = any (items) and l.user_id is null
      and writer.id = l.former_user_id and private.is_gone(writer.id)
      and writer.address_hash = private.address_hash(writer.id, private.confirmed_address())
      and not exists (select from public.agent_logs own
                      where own.user_id = auth.uid() and own.item_id = l.item_id)
    returning l.item_id;
end $$;

-- The pace of golden runs is counted over their claims now.
drop index public.detailed_agent_logs_golden_runs;
