import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { doneByDay } from '../../home/done.ts';
import { diseasesIn } from '../../season/diseases.ts';
import {
  alerts,
  attendance,
  type Campaign,
  campaign,
  inside,
  lastVisits,
  reactions,
  rowsHere,
  sums,
  sumsHere,
} from '../figures.ts';
import { type Drawn, type Frame, type Headline, share, shortName } from '../frame.ts';

/** The part furthest behind its plan, where one is. */
const furthestBehind = ({ parts }: Campaign) =>
  parts.filter((one) => (one.gap ?? 0) < 0).toSorted((a, b) => (a.gap ?? 0) - (b.gap ?? 0))[0];

function headline(frame: Frame, work: Campaign, open: readonly ScreenRow[]): Headline {
  const { season, code } = frame;
  const deaths = open.find((one) => one.kind === 'batchDeaths');
  if (deaths)
    return {
      key: 'prevention.screen.index.alert',
      args: { place: String(deaths.place), subject: String(deaths.subject ?? '') },
      link: `/ant/preventionMange/alert?kind=batchDeaths&regionCode=${code}`,
      urgent: true,
    };
  const place = shortName(code);
  const todays = work.of(code)['imm.today'] ?? 0;
  if (!season || work.here?.total.coverage == null)
    return { key: 'prevention.screen.index.routine', args: { place, today: todays }, link: null, urgent: false };
  const behind = furthestBehind(work);
  const args = {
    season: season.name,
    place,
    coverage: work.here.total.coverage,
    today: todays,
    child: behind?.regionName ?? '',
    gap: Math.abs(behind?.gap ?? 0),
  };
  return {
    key: behind ? 'prevention.screen.index.behind' : 'prevention.screen.index.plain',
    args,
    link: `/ant/preventionMange/coverage?parentCode=${code}`,
    urgent: false,
  };
}

/** L3: what the month has to make up, and why. */
async function makeup(frame: Frame): Promise<{ values: ScreenValues; reasons: ScreenRow[] }> {
  const first = `${frame.today.slice(0, 7)}-01`;
  const kept = await sums(frame, 'prevention.routine', { from: first, to: first });
  const due = kept.of(frame.code);
  const done = kept.of(frame.code, (keys) => keys[2] === 'done');
  const why = (await sumsHere(frame, 'prevention.reason', { from: first, to: first })).rows(frame.code);
  const reasons = [...Map.groupBy(why, ({ keys }) => keys[0] ?? '')].map(([reason, told]) => ({
    reason,
    due: told.reduce((sum, one) => sum + one.n, 0),
    done: told.reduce((sum, { keys, n }) => (keys[1] === 'done' ? sum + n : sum), 0),
  }));
  return {
    values: { 'imm.makeupDue': due, 'imm.makeupDone': done, 'imm.makeupRate': share(done, due) },
    reasons: reasons.toSorted((a, b) => b.due - a.due),
  };
}

/** R2: what lies in stores and boxes, how long it lasts at the pace of the last days that had visits, and what is about to expire. */
async function vaccines(frame: Frame): Promise<ScreenRow[]> {
  const held = await rowsHere<{ vaccine: string; materialId: number; name: string; held: number; expiring: number }>(
    frame,
    `select g.vaccine_code as vaccine, g.id as "materialId", g.name, sum(b.qty)::int as held,
       coalesce(sum(b.qty) filter (where l.expire_on <= $3::date + 30), 0)::int as expiring
     from depot.stock_balance b join depot.material g on g.id = b.material_id and g.kind = 'vaccine' join depot.lot l on l.id = b.lot_id
     where b.tenant_no = kit.tenant() and b.qty > 0 and g.vaccine_code is not null and ${inside('b.region_code')} group by g.id order by 4 desc`,
    [frame.today],
  );
  const pace = await rowsHere<{ vaccine: string; doses: number; days: number }>(
    frame,
    `select l.vaccine_code as vaccine, sum(l.doses_used)::int as doses, count(distinct v.visited_on)::int as days
     from prevention.immunisation_visit v join prevention.immunisation_line l on l.tenant_no = v.tenant_no and l.visit_id = v.id
     where v.tenant_no = kit.tenant() and v.counted and v.visited_on > $3::date and ${inside('v.region_code')} group by 1`,
    [addDays(frame.today, -7)],
  );
  return held.map((one) => {
    const used = pace.find((other) => other.vaccine === one.vaccine);
    const daily = used && used.days > 0 ? used.doses / used.days : 0;
    return { ...one, days: daily > 0 ? Math.floor(one.held / daily) : null };
  });
}

/** /ant/screen/index: is the campaign moving right now, and where not. */
export async function drawImmunity(frame: Frame): Promise<Drawn> {
  const work = await campaign(frame);
  const out = await attendance(frame);
  const stress = await reactions(frame);
  const open = await alerts(frame, 20);
  const month = await makeup(frame);
  const names = frame.season ? await diseasesIn(frame.tx, 'zh_CN', frame.season.id) : [];
  const valuesOf = (code: number): ScreenValues => ({ ...work.of(code), ...out(code), ...stress(code) });
  const ranked = work.parts
    .map((one) => {
      // As many shots fewer as were given today: where the place stood when the day began.
      const before = share(one.total.done - one.total.today, one.total.due);
      return { one, before };
    })
    .toSorted((a, b) => (b.before ?? -1) - (a.before ?? -1))
    .map(({ one }, at) => ({ one, rankBefore: at + 1 }))
    .toSorted((a, b) => (b.one.total.coverage ?? -1) - (a.one.total.coverage ?? -1));
  return {
    values: { ...valuesOf(frame.code), ...month.values, 'alert.open': open.n },
    children: new Map(frame.children.map((code) => [code, valuesOf(code)])),
    headline: headline(frame, work, open.rows),
    rows: {
      L1: names.map(({ code }) => ({
        disease: code,
        coverage: valuesOf(frame.code)[`imm.coverage.${code}`] ?? null,
        density: valuesOf(frame.code)[`imm.density.${code}`] ?? null,
        due: valuesOf(frame.code)[`imm.due.${code}`] ?? 0,
        done: valuesOf(frame.code)[`imm.done.${code}`] ?? 0,
        target: (frame.season?.target ?? 100) / 100,
      })),
      L2: (await doneByDay(frame.tx, frame.code)).map((one) => ({ ...one })),
      L3: month.reasons,
      R1: ranked.map(({ one, rankBefore }, at) => ({
        code: one.regionCode,
        name: one.regionName,
        coverage: share(one.total.done, one.total.due),
        today: valuesOf(one.regionCode)['imm.today'] ?? 0,
        moved: rankBefore - (at + 1),
      })),
      R2: await vaccines(frame),
      R3: open.rows,
      T: await lastVisits(frame, 50),
    },
  };
}
