-- A candidate's place in a draw: the smallest are drawn, a greater weight makes a smaller number likelier, and whoever knows the seed can draw again.
create function kit.draw_key(p_seed bigint, p_id bigint, p_weight numeric) returns numeric
language sql immutable strict parallel safe return
  -ln((('x' || substr(md5(p_seed::text || ':' || p_id::text), 1, 12))::bit(48)::bigint + 1) / 281474976710657.0) / p_weight;

-- Papers that are files: what was issued, by which bytes it is known, and what everybody who holds it may read of it.
create table kit.paper (
  id bigint generated always as identity,
  tenant_no int not null,
  kind text not null check (length(kind) between 1 and 60),
  -- Printed on the paper, in letters and in its square code.
  code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  doc_no text not null,
  entity text not null,
  entity_id bigint not null,
  title text not null,
  facts jsonb not null,
  content_hash text not null,
  file_hash text not null,
  file_id bigint not null,
  issued_at timestamptz not null,
  issued_by bigint,
  voided_at timestamptz,
  void_reason text,
  primary key (tenant_no, id),
  unique (tenant_no, code)
);
create index on kit.paper (code);
create index on kit.paper (file_hash);
create index on kit.paper (tenant_no, entity, entity_id);
--@scope kit.paper tenant

grant select on kit.paper to mulian_narrow;
create policy narrow on kit.paper to mulian_narrow using (true);

-- What the holder of a paper, by its code or by its bytes, may know; whoever asks.
--@narrow
create function kit.verify_paper(p_code text, p_file_hash text)
returns table (tenant_no int, kind text, code text, doc_no text, title text, facts jsonb, content_hash text,
  file_hash text, issued_at timestamptz, voided_at timestamptz, void_reason text) language sql stable as $$
  select p.tenant_no, p.kind, p.code, p.doc_no, p.title, p.facts, p.content_hash, p.file_hash, p.issued_at, p.voided_at, p.void_reason
  from kit.paper p
  where kit.is_here(p.tenant_no) and (p.code = p_code or (p_code is null and p.file_hash = p_file_hash))
  order by p.issued_at desc limit 1
$$;
