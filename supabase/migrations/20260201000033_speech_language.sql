-- The language of a person's notes, an ISO 639-1 code that the transcriber is told; null when it finds
-- out by itself. It is the person's own to choose, like their name: column grants and the policies of
-- profiles know no such difference, so it is a function of its own.
alter table public.profiles add column speech_language text
  check (speech_language ~ '^[a-z]{2}$');

create function public.set_own_speech_language(language text) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active() then
    raise exception 'This account is suspended' using errcode = '42501';
  end if;
  update public.profiles p set speech_language = set_own_speech_language.language
  where p.id = auth.uid();
  return set_own_speech_language.language;
end $$;

revoke all on function public.set_own_speech_language(text) from public, anon;
grant execute on function public.set_own_speech_language(text) to authenticated, service_role;
