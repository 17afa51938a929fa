-- Money moves outside: a batch goes out as a file, and what the bank did with each line comes back by the line's serial.
create table kit.payment_batch (
  id bigint generated always as identity,
  tenant_no int not null,
  kind text not null check (length(kind) between 1 and 60),
  batch_no text not null,
  line_count int not null check (line_count > 0),
  total_cents bigint not null check (total_cents > 0),
  made_by bigint,
  made_at timestamptz not null default clock_timestamp(),
  primary key (tenant_no, id),
  unique (tenant_no, batch_no)
);
--@scope kit.payment_batch tenant append insert=tenant_no,kind,batch_no,line_count,total_cents,made_by

create table kit.payment_line (
  tenant_no int not null,
  batch_id bigint not null,
  serial text not null check (length(serial) between 1 and 40),
  entity text not null,
  entity_id bigint not null,
  payee_name text not null,
  payee_account_enc text,
  bank_name text,
  cents bigint not null check (cents > 0),
  status text not null default 'sent' check (status in ('sent', 'paid', 'failed')),
  settled_on date,
  bank_serial text,
  reason text,
  primary key (tenant_no, serial),
  foreign key (tenant_no, batch_id) references kit.payment_batch (tenant_no, id)
);
create index on kit.payment_line (tenant_no, batch_id);
-- One payment of a record is under way or done; a failed one may be sent again.
create unique index on kit.payment_line (tenant_no, entity, entity_id) where status <> 'failed';
--@scope kit.payment_line tenant
