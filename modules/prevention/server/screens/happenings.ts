import { levelOf } from '#kit/contract/region.ts';
import { regionPoint } from '#modules/platform/server/index.ts';
import type { PulseKind, ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { partWidth } from '../livestock/stock/place.ts';
import { inside, maskedHolder, rowsHere } from './figures.ts';
import { type Frame, shortName } from './frame.ts';
import { scaledSizes } from './heads.ts';

interface Happened {
  readonly id: number;
  readonly at: string;
  readonly regionCode: number;
  readonly n: number;
  /** Of an alarm. */
  readonly what: string | null;
}

const mine = (row: string) => `${row}.tenant_no = kit.tenant() and ${inside(`${row}.region_code`)}`;

/** The newest of each kind; what was written last has the highest number. */
const sources: Readonly<Record<PulseKind, string>> = {
  visit: `select v.id, v.submitted_at as at, v.region_code as "regionCode", v.cattle + v.sheep + v.goat as n, null as what from prevention.immunisation_visit v
    where v.counted and v.submitted_at is not null and ${mine('v')} order by v.id desc limit $3`,
  stressDeath: `select c.id, c.created_at as at, c.region_code as "regionCode", 1 as n, null as what from prevention.stress_case c
    where c.outcome = 'died' and c.status not in ('withdrawn', 'rejected') and ${mine('c')} order by c.id desc limit $3`,
  positive: `select r.id, coalesce(r.released_at, r.updated_at) as at, r.region_code as "regionCode", 1 as n, r.disease_code as what from prevention.sample_result r
    where r.status = 'released' and r.conclusion = 'positive' and ${mine('r')} order by r.id desc limit $3`,
  alert: `select t.id, t.opened_at as at, t.region_code as "regionCode", 1 as n, t.kind as what from prevention.ant_alert t
    where t.status <> 'closed' and t.folded_into is null and t.source in ('prevention', 'breeding', 'cure') and ${mine('t')} order by t.id desc limit $3`,
  tagWear: `select e.id, e.created_at as at, e.region_code as "regionCode", e.count as n, null as what from registry.animal_entry e
    where e.status = 'done' and ${mine('e')} order by e.id desc limit $3`,
  census: `select s.id, s.updated_at as at, s.region_code as "regionCode", s.cattle + s.sheep + s.goat as n, null as what from prevention.census_sheet s
    where s.status in ('counted', 'checked') and s.counted_on > $4::date - 30 and ${mine('s')} order by s.counted_on desc, s.id desc limit $3`,
};

/** R1: what has happened last, of the kinds the caller's layers show. */
export async function happenings(frame: Frame, shown: readonly PulseKind[], most: number): Promise<ScreenRow[]> {
  const now = new Date().toISOString();
  const all: (Happened & { kind: PulseKind })[] = [];
  for (const kind of shown) {
    const more = kind === 'census' ? [most, frame.today] : [most];
    for (const row of await rowsHere<Happened>(frame, sources[kind], more)) all.push({ ...row, kind });
  }
  return (
    all
      .map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString(), place: shortName(row.regionCode) }))
      // What is dated ahead has not happened.
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .slice(0, most)
  );
}

/** Where somebody was today, in the order of the day. */
export async function lights(frame: Frame): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ x: number | null; y: number | null; regionCode: number }>(
    frame,
    `select x, y, "regionCode" from (
       select v.id, v.visited_on, v.submitted_at, v.longitude as x, v.latitude as y, v.region_code as "regionCode" from prevention.immunisation_visit v
       where v.counted and ${mine('v')} order by v.id desc limit 400
     ) n where visited_on = $3 order by submitted_at`,
    [frame.today],
  );
  return rows.flatMap(({ x, y, regionCode }) => {
    const point = x === null || y === null ? regionPoint(regionCode) : { longitude: x, latitude: y };
    return point?.longitude && point.latitude ? [{ longitude: point.longitude, latitude: point.latitude }] : [];
  });
}

export interface Spots {
  of(code: number): ScreenValues;
  readonly rows: readonly ScreenRow[];
}

interface Spot {
  readonly id: number;
  readonly name: string;
  readonly regionCode: number;
  readonly online: boolean;
  readonly shown: boolean;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly farm: string;
  readonly type: string;
}

/** Cameras: how many are at work, and which of them the screens show. */
export async function spots(frame: Frame): Promise<Spots> {
  const found = await rowsHere<Spot>(
    frame,
    `select v.id, v.name, v.region_code as "regionCode", v.status = 'enabled' as online, v.on_screen as shown, v.longitude, v.latitude, p.principal_unit_name as farm, p.principal_unit_type as type
     from prevention.video_spot v join registry.principal p on p.id = v.principal_id where ${mine('v')} order by v.order_num, v.id limit 2000`,
  );
  const width = partWidth(frame.code);
  const count = (own: readonly Spot[]) => ({
    'video.all': own.length,
    'video.online': own.filter((one) => one.online).length,
  });
  return {
    of: (code) =>
      count(code === frame.code ? found : found.filter((one) => Math.floor(one.regionCode / width) * width === code)),
    rows: found.slice(0, 200).map(({ farm, type, ...one }) => ({ ...one, farm: maskedHolder(farm, type) })),
  };
}

/** Pictures of the last visits; they show animals, signatures lie elsewhere. */
export async function photos(frame: Frame, most: number): Promise<ScreenRow[]> {
  const rows = await rowsHere<{ id: number; at: string; regionCode: number; file: number }>(
    frame,
    `select v.id, v.submitted_at as at, v.region_code as "regionCode", v.photos[1] as file from prevention.immunisation_visit v
     where v.counted and v.photos <> '{}' and ${mine('v')} order by v.id desc limit $3`,
    [most],
  );
  return rows.map((one) => ({ ...one, place: shortName(one.regionCode) }));
}

/** Scaled farms as pins, where the map is near enough for them. */
export async function farmPins(frame: Frame): Promise<ScreenRow[]> {
  if (levelOf(frame.code) < 3) return [];
  const rows = await rowsHere<{ id: number; name: string; type: string; longitude: number; latitude: number }>(
    frame,
    `select p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.longitude, p.latitude from prevention.holder h join registry.principal p on p.id = h.principal_id
     where h.scale in (${scaledSizes.map((one) => `'${one}'`).join(', ')}) and p.longitude is not null and p.latitude is not null and ${mine('h')} order by h.scale, h.principal_id limit 200`,
  );
  return rows.map(({ type, ...one }) => ({ ...one, name: maskedHolder(one.name, type) }));
}
