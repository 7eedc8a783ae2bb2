-- Refuses a request whose session has ended, by the protocol in which SQL chooses the answer of REST. It runs in
-- the transaction of the request, before the request's role is set, so that it costs no round trip of its own.
create or replace function auth.require_session(session uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from auth.sessions s where s.id = session) then
    raise exception using errcode = 'PGRST',
      message = '{"code":"PGRST303","message":"JWT session has ended","details":null,"hint":null}',
      detail = '{"status":401,"headers":{}}';
  end if;
end $$;
revoke all on function auth.require_session(uuid) from public;
