import { within } from '#kit/contract/region.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { settingsFor } from '../../settings/settings.ts';
import { inside, maskedHolder, rowsHere, type Sums, sums } from '../figures.ts';
import { type Drawn, type Frame, type Headline, share, shortName } from '../frame.ts';

/** Heads below which a lot's rate says little. */
const enoughHeads = 1_000;
const highTimes = 3;
const settled = `c.status in ('confirmed', 'publicised', 'approved', 'paid')`;

interface Period {
  readonly seasonId: number | null;
  readonly from: string;
  readonly to: string;
}

const periodOf = ({ season, today }: Frame): Period => ({
  seasonId: season?.id ?? null,
  from: season?.startDate ?? addDays(today, -365),
  to: season?.endDate ?? today,
});

/** Cases that count, of the place and the period; `$3` season, `$4` and `$5` days. */
const cases = `from prevention.stress_case c where c.tenant_no = kit.tenant() and c.status not in ('withdrawn', 'rejected') and ($3::bigint is null or c.season_id = $3)
  and c.immunised_at >= $4::date and c.immunised_at < $5::date + 1 and ${inside('c.region_code')}`;

const about = ({ seasonId, from, to }: Period) => [seasonId, from, to];

interface Summed {
  readonly region: number;
  readonly reactions: number;
  readonly deaths: number;
  readonly amount: number;
  readonly paid: number;
  readonly waited: number;
  readonly payments: number;
}

async function valuesBy(frame: Frame, period: Period, done: Sums): Promise<(code: number) => ScreenValues> {
  const rows = await rowsHere<Summed>(
    frame,
    `select c.region_code as region, count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths,
       coalesce(sum(c.amount_cents) filter (where ${settled}), 0)::float8 / 100 as amount, coalesce(sum(c.amount_cents) filter (where c.status = 'paid'), 0)::float8 / 100 as paid,
       coalesce(sum(c.paid_on - (c.created_at at time zone 'Asia/Shanghai')::date) filter (where c.status = 'paid'), 0)::int as waited, count(*) filter (where c.status = 'paid')::int as payments
     ${cases} group by 1`,
    about(period),
  );
  return (code) => {
    const own = rows.filter((one) => within(one.region, code));
    const sum = (name: Exclude<keyof Summed, 'region'>) => own.reduce((all, one) => all + one[name], 0);
    const [heads, deaths, payments] = [done.of(code), sum('deaths'), sum('payments')];
    return {
      'stress.done': heads,
      'stress.reactions': sum('reactions'),
      'stress.deaths': deaths,
      'stress.rate': heads > 0 ? Math.round((deaths * 1e6) / heads) / 100 : null,
      'stress.amount': Math.round(sum('amount') * 100) / 100,
      'stress.paid': Math.round(sum('paid') * 100) / 100,
      'stress.paidShare': share(sum('paid'), sum('amount')),
      'stress.days': payments > 0 ? Math.round((sum('waited') * 10) / payments) / 10 : null,
    };
  };
}

/** L1: deaths by lot, against the mean of all of them. */
async function lots(frame: Frame, period: Period): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ lotNo: string; vaccine: string; deaths: number; reactions: number; heads: number }>(
    frame,
    `select c.lot_no as "lotNo", max(c.vaccine_name) as vaccine, count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths,
       coalesce((select sum(n.tagged_head + coalesce((select sum(e.value::int) from jsonb_each(n.untagged) s, jsonb_each_text(s.value) e), 0)) from prevention.immunisation_line n
         join prevention.immunisation_visit v on v.id = n.visit_id where n.lot_id = c.lot_id and n.tenant_no = kit.tenant() and v.counted and v.visited_on between $4 and $5
           and ${inside('v.region_code')}), 0)::int as heads
     ${cases} group by c.lot_id, c.lot_no order by 4 desc, 3 desc limit 12`,
    about(period),
  );
  const { batchDeathRate } = await settingsFor(frame.tx, frame.code);
  const [heads, deaths] = [rows.reduce((n, one) => n + one.heads, 0), rows.reduce((n, one) => n + one.deaths, 0)];
  const mean = heads > 0 ? (deaths * 10_000) / heads : null;
  const rated = rows.map((one) => {
    const rate = one.heads > 0 ? Math.round((one.deaths * 1e6) / one.heads) / 100 : null;
    const isSmall = one.heads < enoughHeads;
    const isHigh =
      rate !== null && one.deaths > 0 && (rate > batchDeathRate || (mean !== null && rate > highTimes * mean));
    return {
      ...one,
      rate,
      mean,
      isSmall,
      isHigh,
      times: rate !== null && mean ? Math.round((rate * 10) / mean) / 10 : null,
    };
  });
  return rated.toSorted((a, b) => (b.rate ?? 0) - (a.rate ?? 0));
}

const bands = [0, 1, 6, 24, 48, 72];

/** L2: how soon after the shot, and with what signs. */
async function courses(frame: Frame, period: Period): Promise<{ hours: ScreenRow[]; symptoms: ScreenRow[] }> {
  const hours = await rowsHere<{ band: number; n: number; deaths: number }>(
    frame,
    `select width_bucket(extract(epoch from c.reacted_at - c.immunised_at)::float8 / 3600, array[1, 6, 24, 48]::float8[])::int as band, count(*)::int as n,
       count(*) filter (where c.outcome = 'died')::int as deaths ${cases} group by 1`,
    about(period),
  );
  const symptoms = await rowsHere<{ symptom: string; n: number }>(
    frame,
    `select s as symptom, count(*)::int as n from (select unnest(c.symptoms) as s ${cases}) x group by 1 order by 2 desc limit 6`,
    about(period),
  );
  return {
    hours: bands.slice(0, -1).map((from, band) => {
      const own = hours.find((one) => one.band === band);
      return { from, to: bands[band + 1], n: own?.n ?? 0, deaths: own?.deaths ?? 0 };
    }),
    symptoms: symptoms.map((one) => ({ ...one })),
  };
}

/** C: the newest deaths. */
async function deaths(frame: Frame, period: Period): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ regionCode: number; name: string; type: string; tag: string | null } & ScreenRow>(
    frame,
    `select c.id, c.doc_no as "docNo", coalesce(c.died_at, c.reacted_at) as at, c.region_code as "regionCode", p.principal_unit_name as name, p.principal_unit_type as type, c.ear_tag as tag,
       c.species, c.stage, c.vaccine_name as vaccine, c.lot_no as "lotNo", round((extract(epoch from c.reacted_at - c.immunised_at) / 3600)::numeric, 1)::float8 as hours, c.status,
       kit.yuan(c.amount_cents) as amount
     from (select c.* ${cases} and c.outcome = 'died' order by coalesce(c.died_at, c.reacted_at) desc limit 50) c join registry.principal p on p.id = c.principal_id
     order by 3 desc`,
    about(period),
  );
  return rows.map(({ name, type, tag, ...row }) => ({
    ...row,
    village: shortName(row.regionCode),
    holder: maskedHolder(name, type),
    tag: tag?.slice(-6) ?? null,
  }));
}

const chain = ['reported', 'verified', 'confirmed', 'publicised', 'approved', 'paid'] as const;

/** C2: how many stand at each step, how long a step takes, and who waits too long. */
async function steps(frame: Frame, period: Period): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ status: string; n: number; overdue: number }>(
    frame,
    `select c.status, count(*)::int as n, count(*) filter (where case c.status when 'reported' then c.state_since < now() - interval '3 days' when 'verified' then c.state_since < now() - interval '3 days'
       when 'confirmed' then c.state_since < now() - interval '2 days' when 'publicised' then c.public_to + 2 < prevention.today() when 'approved' then c.state_since < now() - interval '10 days' end)::int as overdue
     ${cases} group by 1`,
    about(period),
  );
  const [took] = await rowsHere<Record<(typeof chain)[number], number | null>>(
    frame,
    `select avg(extract(epoch from c.verified_at - c.created_at) / 86400)::float8 as reported, avg(extract(epoch from c.confirmed_at - c.verified_at) / 86400)::float8 as verified,
       avg(c.public_from - (c.confirmed_at at time zone 'Asia/Shanghai')::date)::float8 as confirmed, avg(c.public_to - c.public_from)::float8 as publicised,
       avg(c.paid_on - c.public_to)::float8 as approved, null::float8 as paid ${cases}`,
    about(period),
  );
  return chain.map((status) => {
    const own = rows.find((one) => one.status === status);
    const days = took?.[status] ?? null;
    return {
      status,
      n: own?.n ?? 0,
      overdue: own?.overdue ?? 0,
      days: days === null ? null : Math.max(0, Math.round(days * 10) / 10),
    };
  });
}

function headline(frame: Frame, values: ScreenValues, batches: readonly ScreenRow[]): Headline {
  const worst = batches.find((one) => one.isHigh);
  const list = `/ant/preventionMange/stressRelatedDeaths?regionCode=${frame.code}`;
  const args = {
    season: frame.season?.name ?? '',
    deaths: values['stress.deaths'] ?? 0,
    rate: values['stress.rate'] ?? 0,
    paid: values['stress.paid'] ?? 0,
    days: values['stress.days'] ?? 0,
  };
  if (worst) {
    const times = Number(worst.times ?? 0);
    // A lot that is most of what was used is about as high as the mean: what stands out then is the limit it is above.
    return {
      key: times < 1.5 ? 'prevention.screen.stress.over' : 'prevention.screen.stress.high',
      args: { ...args, lot: String(worst.lotNo), times, lotRate: Number(worst.rate ?? 0) },
      link: `${list}&lotNo=${String(worst.lotNo)}`,
      urgent: true,
    };
  }
  return { key: 'prevention.screen.stress.plain', args, link: list, urgent: false };
}

/** Are the deaths normal, is one vaccine guilty, are holders paid in time. */
export async function drawStress(frame: Frame): Promise<Drawn> {
  const period = periodOf(frame);
  const done = await sums(frame, 'prevention.immune', { from: period.from, to: period.to, first: '*' });
  const of = await valuesBy(frame, period, done);
  const batches = await lots(frame, period);
  const { hours, symptoms } = await courses(frame, period);
  const values = of(frame.code);
  return {
    values,
    children: new Map(frame.children.map((code) => [code, of(code)])),
    headline: headline(frame, values, batches),
    rows: {
      L1: batches,
      L2: hours,
      symptoms,
      C: await deaths(frame, period),
      C2: await steps(frame, period),
      R2: frame.children
        .map((code) => ({ code, values: of(code) }))
        .filter(({ values: own }) => (own['stress.reactions'] ?? 0) > 0)
        .toSorted((a, b) => (b.values['stress.deaths'] ?? 0) - (a.values['stress.deaths'] ?? 0))
        .map(({ code, values: own }) => ({ code, name: shortName(code), ...own })),
    },
  };
}
