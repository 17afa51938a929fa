-- Animals whose telemetry must outlive its days, by what holds them; without a day until that has ended.
drop table device.evidence_hold;
create table device.evidence_hold (
  tenant_no int not null,
  animal_id bigint not null,
  source text not null,
  until_on date,
  primary key (tenant_no, animal_id, source)
);
create index on device.evidence_hold (tenant_no, source);
create index on device.evidence_hold (until_on) where until_on is not null;
--@scope device.evidence_hold tenant

-- What was laid aside before its day was taken off. The parties are those of the moment it happened.
create table device.held_position (
  like device.device_position including defaults,
  primary key (tenant_no, device_id, event_at, boot, seq, n)
);
create index on device.held_position (tenant_no, animal_id, event_at);
--@scope device.held_position jurisdiction parties=principal_id,bank_id,insurer_id no-levels unowned

create table device.held_reading (
  like device.device_reading including defaults,
  primary key (tenant_no, device_id, event_at, boot, seq, n)
);
create index on device.held_reading (tenant_no, animal_id, event_at);
--@scope device.held_reading jurisdiction parties=principal_id,bank_id,insurer_id no-levels unowned
