import type { Statement } from '#kit/server/db/database.ts';
import { holderTypes } from '#modules/registry/contract/principal/principal.ts';
import { qualityMeasures } from '#modules/registry/contract/quality/quality.ts';

/** Figures of one village, or of the wider region a pair of duplicates lies in. */
export interface VillageFigures {
  readonly regionCode: number;
  readonly holders: number;
  readonly completenessSum: number;
  readonly incomplete: number;
  readonly noLocation: number;
  readonly noPhone: number;
  readonly noCard: number;
  readonly scaleDiffers: number;
  readonly lateTagged: number;
  readonly pensOver: number;
  readonly oldAnimals: number;
  readonly countGap: number;
  readonly duplicates: number;
  readonly penDiffs: number;
  readonly bookDiffs: number;
}

export const figureNames = [
  'holders',
  'completenessSum',
  'incomplete',
  ...qualityMeasures,
  'penDiffs',
  'bookDiffs',
] as const;

/** An animal born before this day is hardly still there. */
export const oldBefore = (today: string): string =>
  `${Number(today.slice(0, 4)) - 15}${today.slice(4)}`.replace('-02-29', '-02-28');

/** Conditions the lists behind the figures filter by, so that a figure and its list never say different things. Over the row `t`. */
export const principalConditions = {
  hasPhone: '(t.contact_phone_hash is not null)',
  hasIdCard: "(t.contact_id_card_hash is not null or t.principal_unit_type <> 'household')",
  scaleDiffers: "(t.scale_by = 'manual' and t.scale_found is not null and t.scale_found is distinct from t.scale)",
} as const;

const row = (name: string, sql: string) => `${sql} as "${name}"`;

/**
 * All figures of a range of regions by village, under the rights of whoever asks: one pass over the holders, and for animals and pens only what stands
 * in an index of exactly the rows that count. Nothing of it grows with the animals.
 */
export function villageStatement(range: readonly [lo: number, hi: number], today: string): Statement<VillageFigures> {
  const n = (condition: string) => `count(*) filter (where ${condition})`;
  const zero = (names: readonly string[]) => names.map((name) => row(name, '0::bigint')).join(', ');
  const inside = 't.tenant_no = kit.tenant() and t.region_code >= $1 and t.region_code < $2';
  const own = [
    'holders',
    'completenessSum',
    'incomplete',
    'noLocation',
    'noPhone',
    'noCard',
    'scaleDiffers',
    'countGap',
  ];
  const rest = (one: string) => figureNames.filter((name) => name !== one);
  const single = (name: string, value: string, from: string) =>
    `select t.region_code, ${zero(rest(name))}, ${row(name, value)} from ${from} group by 1`;
  const parts = [
    `select t.region_code, ${zero(figureNames.filter((name) => !own.includes(name)))}, ${row('holders', 'count(*)')}, ${row('completenessSum', 'sum(t.completeness)')},
       ${row('incomplete', n('t.completeness < 80'))}, ${row('noLocation', n('t.longitude is null'))}, ${row('noPhone', n(`not ${principalConditions.hasPhone}`))},
       ${row('noCard', n(`not ${principalConditions.hasIdCard}`))}, ${row('scaleDiffers', n(principalConditions.scaleDiffers))}, ${row('countGap', n('t.count_gap'))}
     from registry.principal t where ${inside} and t.status = 'active' and t.principal_unit_type = any ($3) group by 1`,
    single(
      'lateTagged',
      'count(*)',
      `registry.animal t where ${inside} and t.late_tagged and t.status = 'inStock' and t.voided_at is null`,
    ),
    single(
      'oldAnimals',
      'count(*)',
      `registry.animal t where ${inside} and t.birth_date <= $4 and t.status = 'inStock' and t.voided_at is null`,
    ),
    single(
      'pensOver',
      'count(distinct t.hovel_id)',
      `registry.pen t where ${inside} and t.status = 'inUse' and t.current_count > t.capacity`,
    ),
    single(
      'duplicates',
      'count(*)',
      `registry.duplicate_candidate t where ${inside} and t.status in ('open', 'requested')`,
    ),
    single('penDiffs', 'count(*)', `registry.quality_difference t where ${inside} and t.kind = 'pen'`),
    single('bookDiffs', 'count(*)', `registry.quality_difference t where ${inside} and t.kind = 'book'`),
  ];
  const names = figureNames.map((name) => `"${name}"`).join(', ');
  return {
    text: `select region_code as "regionCode", ${figureNames.map((name) => `sum("${name}")::int as "${name}"`).join(', ')}
           from (${parts.map((part) => `select region_code, ${names} from (${part}) part`).join(' union all ')}) figures group by 1 order by 1`,
    values: [range[0], range[1], holderTypes, oldBefore(today)],
  };
}
