-- Papers and moves say what kind of goods they are about, so that the screens of one kind list them by an index.
-- What is there already is filled in for all tenants, whose rows the owner sees only while nothing is forced.
alter table depot.material no force row level security;
alter table depot.stock_doc no force row level security;
alter table depot.stock_doc_line no force row level security;
alter table depot.stock_move no force row level security;

alter table depot.stock_move add column material_kind text;
alter table depot.stock_move disable trigger refuse_change;
update depot.stock_move m set material_kind = g.kind from depot.material g where g.id = m.material_id;
alter table depot.stock_move enable trigger refuse_change;
alter table depot.stock_move alter column material_kind set not null;
create index on depot.stock_move (material_kind, principal_id, biz_date);

-- A paper may have goods of several kinds.
alter table depot.stock_doc add column material_kind text[] not null default '{}';
update depot.stock_doc d set material_kind = k.kinds from (
  select n.doc_id, array_agg(distinct g.kind order by g.kind) as kinds
  from depot.stock_doc_line n join depot.material g on g.id = n.material_id group by n.doc_id) k
where k.doc_id = d.id;
create index on depot.stock_doc using gin (material_kind);
alter table depot.material force row level security;
alter table depot.stock_doc force row level security;
alter table depot.stock_doc_line force row level security;
alter table depot.stock_move force row level security;

--@view depot.stock_in of=depot.stock_doc where=doc_type:purchaseIn
--@view depot.other_in of=depot.stock_doc where=doc_type:otherIn
--@view depot.use_out of=depot.stock_doc where=doc_type:useOut
--@view depot.issue_out of=depot.stock_doc where=doc_type:issueOut

-- A line of a record uses some and loses some, each of them once.
alter table depot.stock_source add column purpose text not null default 'use' check (purpose in ('use', 'loss'));
alter table depot.stock_source drop constraint stock_source_pkey;
alter table depot.stock_source add primary key (tenant_no, source_type, source_id, line, purpose);
