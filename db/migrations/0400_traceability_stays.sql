-- Where an animal was on any day, read from its life: the basis of tracing who stood beside whom.

create table traceability.animal_stay (
  tenant_no int not null,
  animal_id bigint not null,
  seq int not null,
  principal_id bigint not null,
  region_code bigint not null,
  from_on date not null,
  to_on date,
  primary key (tenant_no, animal_id, seq)
);
create index on traceability.animal_stay (tenant_no, principal_id, from_on);
--@scope traceability.animal_stay child above=registry.animal by=animal_id no-levels
