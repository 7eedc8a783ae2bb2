-- The files themselves, each at <company id>/<name>. Whoever reads a row of knowledge_base reads
-- its object; the first folder says whose company it belongs to. Objects are written once: nobody
-- replaces or moves one.

insert into storage.buckets (id, name, public, file_size_limit)
values ('knowledge-base', 'knowledge-base', false, 10485760)
on conflict (id) do nothing;

create policy "people read the objects of the files they read" on storage.objects
  for select to authenticated
  using (bucket_id = 'knowledge-base'
         and ((select private.is_super_admin())
              or ((storage.foldername(name))[1] = (select private.current_company())::text
                  and (select private.has_role('admin')))
              or name in (select f.file_path from public.knowledge_base f)));

create policy "administrators add objects in the folder of a company" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'knowledge-base'
              and (((select private.is_super_admin())
                    and (storage.foldername(name))[1] in (select c.id::text from public.companies c))
                   or ((storage.foldername(name))[1] = (select private.current_company())::text
                       and (select private.has_role('admin')))));

create policy "administrators delete objects of their company" on storage.objects
  for delete to authenticated
  using (bucket_id = 'knowledge-base'
         and ((select private.is_super_admin())
              or ((storage.foldername(name))[1] = (select private.current_company())::text
                  and (select private.has_role('admin')))));
