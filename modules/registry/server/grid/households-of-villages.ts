/**
 * SQL that answers how many households at work live in some villages, from the figures kept by place, over a row `t` of the tenant;
 * `villages` is a sub-select of their codes.
 */
export const householdsIn = (villages: string): string => `(select coalesce(sum(u.n), 0)::int from (
    select r.n from kit.rollup r where r.tenant_no = t.tenant_no and r.name = 'registry.unit' and r.day = date '2000-01-01'
      and r.keys = array['household'] and r.region_code in (${villages})
    union all
    select d.n from kit.rollup_delta d where d.tenant_no = t.tenant_no and d.name = 'registry.unit'
      and d.keys = array['household'] and d.region_code in (${villages})
  ) u)`;
