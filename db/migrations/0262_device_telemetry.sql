-- What devices said. Written by ingest alone; the parties are those of the moment it happened.
create table device.device_position (
  tenant_no int not null,
  region_code bigint not null default 0,
  principal_id bigint not null,
  bank_id bigint,
  insurer_id bigint,
  device_id bigint not null,
  event_at timestamptz not null,
  received_at timestamptz not null,
  boot bigint not null,
  seq bigint not null,
  n int not null,
  longitude double precision not null,
  latitude double precision not null,
  acc double precision,
  speed double precision,
  heading double precision,
  source text not null default 'gnss',
  animal_id bigint,
  beacon_id bigint,
  marks text[] not null default '{}',
  primary key (tenant_no, device_id, event_at, boot, seq, n)
) partition by range (event_at);
--@scope device.device_position jurisdiction parties=principal_id,bank_id,insurer_id no-levels unowned daily keep=90

create table device.device_reading (
  tenant_no int not null,
  region_code bigint not null default 0,
  principal_id bigint not null,
  bank_id bigint,
  insurer_id bigint,
  device_id bigint not null,
  event_at timestamptz not null,
  received_at timestamptz not null,
  boot bigint not null,
  seq bigint not null,
  n int not null,
  kind text not null,
  metrics jsonb not null,
  animal_id bigint,
  target_kind text,
  target_id bigint,
  gateway_id bigint,
  marks text[] not null default '{}',
  primary key (tenant_no, device_id, event_at, boot, seq, n)
) partition by range (event_at);
--@scope device.device_reading jurisdiction parties=principal_id,bank_id,insurer_id no-levels unowned daily keep=30

create table device.device_hour (
  tenant_no int not null,
  region_code bigint not null default 0,
  principal_id bigint not null,
  bank_id bigint,
  insurer_id bigint,
  device_id bigint not null,
  hour timestamptz not null,
  metric text not null,
  target_kind text,
  target_id bigint,
  low double precision not null,
  high double precision not null,
  total double precision not null,
  last double precision not null,
  count int not null,
  primary key (tenant_no, device_id, metric, hour)
) with (fillfactor = 80);
create index on device.device_hour (tenant_no, target_kind, target_id, metric, hour);
create index on device.device_hour (hour);
--@scope device.device_hour jurisdiction parties=principal_id,bank_id,insurer_id no-levels unowned

create table device.device_day (
  tenant_no int not null,
  region_code bigint not null default 0,
  principal_id bigint not null,
  bank_id bigint,
  insurer_id bigint,
  device_id bigint not null,
  day date not null,
  kind text not null,
  model_id bigint not null,
  messages int not null default 0,
  accepted int not null default 0,
  lost int not null default 0,
  late int not null default 0,
  duplicates int not null default 0,
  refused int not null default 0,
  online_seconds int not null default 0,
  battery_end int,
  distance_m double precision not null default 0,
  primary key (tenant_no, device_id, day)
) with (fillfactor = 70);
create index on device.device_day (tenant_no, day, principal_id);
create index on device.device_day (day);
--@scope device.device_day jurisdiction parties=principal_id,bank_id,insurer_id no-levels unowned

-- Sixty-four messages of a device to a row: which of them were seen.
create table device.device_seen (
  tenant_no int not null,
  device_id bigint not null,
  boot bigint not null,
  block bigint not null,
  bits bigint not null,
  seen_at timestamptz not null,
  primary key (tenant_no, device_id, boot, block)
) with (fillfactor = 70);
create index on device.device_seen (seen_at);
--@scope device.device_seen tenant

create table device.device_reject (
  id bigint generated always as identity,
  tenant_no int not null,
  received_at timestamptz not null,
  subject text not null,
  device_no text,
  device_id bigint,
  reason text not null,
  detail text,
  raw text not null,
  version int not null default 0,
  created_by bigint, created_at timestamptz not null default now(),
  primary key (tenant_no, received_at, id)
) partition by range (received_at);
create index on device.device_reject (tenant_no, id);
create index on device.device_reject (tenant_no, device_id, received_at);
--@scope device.device_reject tenant daily keep=30

create table device.tag_heard (
  tenant_no int not null,
  region_code bigint not null default 0,
  principal_id bigint not null,
  tag_no text not null,
  gateway_id bigint not null,
  device_id bigint,
  last_at timestamptz not null,
  rssi int not null,
  times int not null default 1,
  primary key (tenant_no, tag_no, gateway_id)
);
create index on device.tag_heard (tenant_no, principal_id, last_at);
create index on device.tag_heard (last_at);
--@scope device.tag_heard jurisdiction parties=principal_id no-levels unowned

-- Who reads a tenant's stream now, how far it got, and how it fares minute by minute.
create table device.ingest_lease (
  tenant_no int primary key,
  holder text not null,
  until timestamptz not null,
  stream_seq bigint not null default 0,
  lag_messages bigint not null default 0,
  lag_seconds double precision not null default 0,
  at timestamptz not null default now()
);
--@scope device.ingest_lease tenant

create table device.ingest_minute (
  tenant_no int not null,
  minute timestamptz not null,
  messages int not null default 0,
  accepted int not null default 0,
  duplicates int not null default 0,
  late int not null default 0,
  refused int not null default 0,
  delay_p50 double precision not null default 0,
  delay_p95 double precision not null default 0,
  primary key (tenant_no, minute)
);
create index on device.ingest_minute (minute);
--@scope device.ingest_minute tenant

-- Animals whose rows outlive the days that are kept: pledged, or in an open claim.
create table device.evidence_hold (
  tenant_no int not null,
  animal_id bigint not null,
  source text not null,
  until timestamptz not null,
  primary key (tenant_no, animal_id, source)
);
--@scope device.evidence_hold tenant
