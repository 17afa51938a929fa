-- A bound code, whoever asks: what it is on and in which tenant, and nothing of whom it belongs to.
grant select on traceability.trace_code to mulian_narrow;
create policy narrow on traceability.trace_code to mulian_narrow using (true);
--@narrow
create function traceability.public_code(p_serial bigint)
returns table (id bigint, tenant_no int, code text, kind text, status text, target_type text, target_id bigint,
  target_name text, principal_id bigint, region_code bigint, pin_seq int, pin_hash text, first_scan_on text,
  scans int) language sql stable as $$
  select c.id, c.tenant_no, c.code, c.kind, c.status, c.target_type, c.target_id, c.target_name, c.principal_id,
    c.region_code, c.pin_seq, c.pin_hash, to_char(c.first_scan_at, 'YYYY-MM-DD'), c.scans
  from traceability.trace_code c where c.serial = p_serial
$$;
