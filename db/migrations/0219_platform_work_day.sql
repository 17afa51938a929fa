-- Days that are not what their weekday says: holidays, and weekends that are worked for them. A tenant's own row wins over the operator's.
create table platform.work_day (
  tenant_no int not null,
  day date not null,
  is_work boolean not null,
  name text not null,
  primary key (tenant_no, day)
);
--@scope platform.work_day tenant common

-- The State Council's notice of 2025-11-04 for 2026. The days of 2027 are entered when they are published.
insert into platform.work_day (tenant_no, day, is_work, name)
select 0, day::date, false, name
from (values ('元旦', date '2026-01-01', date '2026-01-03'), ('春节', date '2026-02-15', date '2026-02-23'), ('清明节', date '2026-04-04', date '2026-04-06'),
  ('劳动节', date '2026-05-01', date '2026-05-05'), ('端午节', date '2026-06-19', date '2026-06-21'), ('中秋节', date '2026-09-25', date '2026-09-27'),
  ('国庆节', date '2026-10-01', date '2026-10-07')) holiday(name, first, last), generate_series(first, last, interval '1 day') day
union all
select 0, day, true, '调休上班' from unnest(array['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10']::date[]) day;

create function platform.is_work_day(p_day date) returns boolean language sql stable return coalesce(
  (select w.is_work from platform.work_day w where w.day = p_day and w.tenant_no in (0, kit.tenant()) order by w.tenant_no desc limit 1),
  extract(isodow from p_day) < 6);

-- The working day so many working days after a day, or before it where the number is negative; nought is the day itself or the next working day.
create function platform.add_working_days(p_from date, p_days int) returns date language sql stable return (
  select day from (
    select day, row_number() over (order by abs(day - p_from)) as nth
    from (select p_from + sign(p_days + 0.5)::int * n as day from generate_series(case when p_days = 0 then 0 else 1 end, 60 + 3 * abs(p_days)) n) days
    where platform.is_work_day(day)) worked
  where nth = greatest(1, abs(p_days)));
