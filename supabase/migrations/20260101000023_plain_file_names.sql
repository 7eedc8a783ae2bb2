-- The name of a document is shown to a whole company and given to its downloads: it holds nothing
-- that would have it shown or stored as another, which are control characters, those that turn the
-- direction of writing, line separators, and the separators of paths.

update public.knowledge_base
set file_name = coalesce(nullif(btrim(regexp_replace(
  file_name,
  '[\u0001-\u001f\u007f-\u009f/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]', '', 'g')), ''), 'file')
where file_name ~ '[\u0001-\u001f\u007f-\u009f/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]';

alter table public.knowledge_base
  add constraint knowledge_base_file_name_is_plain check (
    file_name !~ '[\u0001-\u001f\u007f-\u009f/\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
  );
