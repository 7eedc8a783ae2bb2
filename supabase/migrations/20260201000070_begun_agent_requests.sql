-- Everything that a function asks before it works, in one round trip: whether the session of a verified token still
-- lasts, who the person is, whether they may use the agent, the claim, and what the work reads of the company.
-- Answers one of
--   {outcome: no_session}                    the session has ended, or is not that person's
--   {outcome: temporary_password}            it began with a temporary password
--   {outcome: unclaimed, profile}            the person may not use the agent, or there is no hash to claim
-- or what claim_agent_request answers, with {profile}; a claimed request has also
--   {prompts: [{prompt_key, prompt_value}], terms: [{term, heard}]}     the latest terms first
create function public.begin_agent_request(
  person uuid, session uuid, by_password boolean, key uuid, called text, hash text,
  lease_seconds integer, per_minute integer, per_day integer,
  permission text, needs_company boolean, prompts text[], most_terms integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
  claim jsonb;
begin
  select p.* into found from public.profiles p
  where p.id = person
    and exists (select from auth.sessions s
                where s.id = begin_agent_request.session and s.user_id = person
                  and (s.not_after is null or s.not_after > now()));
  if found.id is null then
    return jsonb_build_object('outcome', 'no_session');
  end if;

  -- As private.owes_own_password.
  if by_password and exists (
    select from auth.users u
    where u.id = person and u.raw_app_meta_data::jsonb ->> 'temporary_password_until' is not null
  ) then
    return jsonb_build_object('outcome', 'temporary_password');
  end if;

  if hash is null or found.status <> 'active' or (needs_company and found.company_id is null)
     or (permission is not null and (to_jsonb(found) ->> permission)::boolean is not true) then
    return jsonb_build_object('outcome', 'unclaimed', 'profile', to_jsonb(found));
  end if;

  claim := public.claim_agent_request(person, key, called, hash, lease_seconds, per_minute, per_day)
           || jsonb_build_object('profile', to_jsonb(found));
  if claim ->> 'outcome' <> 'claimed' then
    return claim;
  end if;
  return claim || jsonb_build_object(
    'prompts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'prompt_key', s.prompt_key, 'prompt_value', s.prompt_value)), '[]')
      from public.ai_prompt_settings s
      where s.company_id = found.company_id and s.prompt_key = any (begin_agent_request.prompts)),
    'terms', (
      select coalesce(jsonb_agg(jsonb_build_object('term', t.term, 'heard', t.heard)
                                order by t.created_at desc, t.id), '[]')
      from (select v.* from public.vocabulary_terms v
            where v.company_id = found.company_id
            order by v.created_at desc, v.id limit most_terms) t));
end $$;

revoke all on function public.begin_agent_request(
  uuid, uuid, boolean, uuid, text, text, integer, integer, integer, text, boolean, text[], integer)
from public, anon, authenticated;
grant execute on function public.begin_agent_request(
  uuid, uuid, boolean, uuid, text, text, integer, integer, integer, text, boolean, text[], integer)
to service_role;
