import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { fileName, xlsxType } from '#kit/server/sheets/sheet-columns.ts';
import { type CellValue, writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import * as contract from '#modules/platform/contract/audit/usage.ts';
import { regionName } from '../../reference/region/regions.ts';
import { placesOfUsers, townOf, type UserPlace } from './places-of-users.ts';
import { placeColumns, usageFromLogs } from './usage-day.ts';

interface Ask {
  readonly from: string;
  readonly to: string;
  readonly regionCode?: number | undefined;
  readonly principalType?: string | undefined;
  readonly grain: 'day' | 'week' | 'month';
}

interface PersonRow {
  user_id: number;
  region_code: number;
  logins: number;
  writes: number;
  business: number;
  is_in_period: boolean;
  is_in_month: boolean;
}

/** Folded days from the rollup, everything after the last of them straight from the logs. */
const both = `
  with folded as (select coalesce(max(day), '-infinity') as until from platform.usage_day where tenant_no = $1),
  live as (${usageFromLogs}),
  usage as (
    select day, user_id, region_code, principal_type, logins, writes, business_writes from platform.usage_day where tenant_no = $1 and day >= $7
    union all
    select l.day, l.user_id, l.region_code, l.principal_type, l.logins, l.writes, l.business_writes from live l, folded f where l.day > f.until),
  chosen as (select * from usage where region_code >= $8 and region_code < $9 and ($10::text is null or principal_type = $10))`;

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

async function stats(tx: Tx, ask: Ask): Promise<contract.UsageStats> {
  const { tenantNo } = tx.scope;
  const [tenant] = await tx.query<{ region_code: number; first: string; last: string }>(
    `select t.region_code, (now() at time zone 'Asia/Shanghai')::date as last,
       least(coalesce((select max(day) + 1 from platform.usage_day where tenant_no = $1), (now() at time zone 'Asia/Shanghai')::date - 400), (now() at time zone 'Asia/Shanghai')::date) as first
     from platform.sys_tenant t where t.tenant_no = $1`,
    [tenantNo],
  );
  const region = ask.regionCode ?? tenant?.region_code ?? 0;
  const [lo, hi] = rangeOf(region);
  const everybody = await placesOfUsers(tx);
  const isMeant = (one: UserPlace) =>
    one.isActive &&
    one.regionCode >= lo &&
    one.regionCode < hi &&
    (!ask.principalType || one.principalType === ask.principalType);
  const accounts = everybody.filter(isMeant);
  const monthFrom = dayBefore(ask.to, 29);
  const since = [ask.from, monthFrom].toSorted()[0] as string;
  const common = [tenantNo, tenant?.first ?? ask.to, tenant?.last ?? ask.to, ...placeColumns(everybody)];
  const rest = [lo, hi, ask.principalType ?? null];
  const people = await tx.query<PersonRow>(
    `${both} select user_id, region_code, sum(logins) filter (where day between $11 and $12)::int as logins, sum(writes) filter (where day between $11 and $12)::int as writes,
       sum(business_writes) filter (where day between $11 and $12)::int as business, coalesce(bool_or(logins > 0) filter (where day between $11 and $12), false) as is_in_period,
       coalesce(bool_or(logins > 0) filter (where day between $13 and $12), false) as is_in_month
     from chosen where day <= $12 group by user_id, region_code`,
    [...common, since, ...rest, ask.from, ask.to, monthFrom],
  );
  const points = await tx.query<contract.UsageStats['points'][number]>(
    `${both} select to_char(date_trunc($11, day), 'YYYY-MM-DD') as at, count(distinct user_id) filter (where logins > 0)::int as "activeUsers", sum(logins)::int as logins, sum(writes)::int as writes
     from chosen where day between $7 and $12 group by 1 order by 1`,
    [...common, ask.from, ...rest, ask.grain, ask.to],
  );
  const lastWrites = await tx.query<{ town: number; on: string }>(
    `${both} select region_code / 1000 * 1000 as town, max(day) as on from chosen where business_writes > 0 and day <= $11 group by 1`,
    [...common, dayBefore(ask.to, 365), ...rest, ask.to],
  );
  const townRows = await tx.query<{ code: number; name: string; parent: number }>(
    "select code, name, parent_code as parent from platform.sys_region where level = 4 and status = 'active' and code >= $1 and code < $2 order by code",
    [lo, hi],
  );
  const lastOf = new Map(lastWrites.map((one) => [one.town, one.on]));
  const towns = townRows.map(({ code, name, parent }): contract.UsageTown => {
    const here = people.filter((one) => townOf(one.region_code) === code);
    const business = add(here, (one) => one.business ?? 0);
    return {
      regionCode: code,
      name,
      countyCode: parent,
      countyName: (regionName(parent) ?? '').split(' ').at(-1) ?? '',
      accounts: accounts.filter((one) => townOf(one.regionCode) === code).length,
      activeUsers: new Set(here.filter((one) => one.is_in_period).map((one) => one.user_id)).size,
      logins: add(here, (one) => one.logins ?? 0),
      writes: business,
      lastWriteOn: lastOf.get(code) ?? null,
      isSilent: business === 0,
    };
  });
  const distinct = (is: (one: PersonRow) => boolean) => new Set(people.filter(is).map((one) => one.user_id)).size;
  return {
    sum: {
      activeAccounts: accounts.length,
      activeUsers: distinct((one) => one.is_in_period),
      activeUsers30: distinct((one) => one.is_in_month),
      townships: towns.length,
      writingTownships: towns.filter((one) => !one.isSilent).length,
      logins: add(people, (one) => one.logins ?? 0),
      writes: add(people, (one) => one.writes ?? 0),
    },
    points,
    // Those who do nothing first: they are what the screen is for.
    towns: towns.toSorted((one, other) => Number(other.isSilent) - Number(one.isSilent) || other.writes - one.writes),
  };
}

const add = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((sum, one) => sum + of(one), 0);

async function exported(call: Call<typeof contract.exportUsage>): Promise<null> {
  const say = (key: string) => call.say(`platform.usage.${key}`);
  const { towns } = await stats(call.tx, call.body);
  const text = (key: string, width = 16) => ({ header: say(key), kind: 'text' as const, width });
  const number = (key: string) => ({ header: say(key), kind: 'number' as const });
  const stream = writeWorkbook([
    {
      name: say('towns'),
      columns: [
        text('county'),
        text('town', 24),
        text('state'),
        ...['accounts', 'activeUsers', 'logins', 'businessWrites'].map(number),
        text('lastWriteOn'),
      ],
      rows: [
        towns.map((one): CellValue[] => [
          one.countyName,
          one.name,
          say(one.isSilent ? 'silent' : 'writing'),
          one.accounts,
          one.activeUsers,
          one.logins,
          one.writes,
          one.lastWriteOn,
        ]),
      ],
    },
  ]);
  call.answer.file = { stream, type: xlsxType, name: fileName(say('title')) };
  return null;
}

export const usageRoutes = (): Route[] => [
  serve('platform', contract.usageStats, (call) =>
    call.database.transaction(call.actor.scope, (tx) => stats(tx, call.query)),
  ),
  serve('platform', contract.exportUsage, exported),
];
