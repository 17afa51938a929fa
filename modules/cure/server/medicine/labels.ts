import type { Tx } from '#kit/server/db/database.ts';

export interface Label {
  readonly species: string;
  readonly route: string;
  readonly doseFrom: number;
  readonly doseTo: number;
  readonly dosePer: 'kg' | 'head';
  readonly doseUnit: string;
  readonly timesPerDay: number;
  readonly daysMax: number;
  readonly meatDays: number;
  readonly milkHours: number | null;
}
export interface Pack {
  readonly materialId: number;
  readonly name: string;
  readonly baseUnit: string;
  readonly decimals: number;
  readonly withdrawalDays: number | null;
  readonly activeMg: number | null;
}
export interface Drug {
  readonly id: number;
  readonly name: string;
  readonly classCode: string;
  readonly status: string;
  readonly rxOnly: boolean;
  readonly ruralList: boolean;
  readonly foodBan: boolean;
  readonly antimicrobial: string;
  readonly controlled: boolean;
  readonly banPregnant: boolean;
  readonly minAgeDays: number | null;
  readonly labels: readonly Label[];
  readonly packs: readonly Pack[];
}

/** Medicines with their leaflets and packs. */
export async function drugsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Drug>> {
  const rows = await tx.query<Drug>(
    `select m.id, m.generic_name as name, m.class_code as "classCode", m.status, m.rx_only as "rxOnly",
       m.rural_list as "ruralList", m.food_ban as "foodBan", m.antimicrobial, m.controlled,
       m.ban_pregnant as "banPregnant", m.min_age_days as "minAgeDays",
       coalesce((select jsonb_agg(jsonb_build_object('species', l.species, 'route', l.route, 'doseFrom', l.dose_from,
         'doseTo', l.dose_to, 'dosePer', l.dose_per, 'doseUnit', l.dose_unit, 'timesPerDay', l.times_per_day,
         'daysMax', l.days_max, 'meatDays', l.meat_days, 'milkHours', l.milk_hours) order by l.line_no)
         from cure.medicine_label l where l.parent_id = m.id), '[]') as labels,
       coalesce((select jsonb_agg(jsonb_build_object('materialId', k.material_id, 'name', s.name, 'baseUnit',
         s.base_unit,
         'decimals', s.decimals, 'withdrawalDays', s.withdrawal_days, 'activeMg', k.active_mg_per_unit) order by k.line_no)
         from cure.medicine_pack k join cure.pack_seen s on s.material_id = k.material_id where k.parent_id = m.id),
           '[]') as packs
     from cure.medicine m where m.id = any ($1)`,
    [[...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export interface Waiting {
  readonly meatDays: number;
  readonly milkHours: number | null;
  readonly offLabel: boolean;
  readonly source: 'label' | 'pack' | 'offLabel' | 'typed';
  readonly label: Label | null;
}

/** R42, R43: the largest of the leaflet, the pack and what was typed; it can be lengthened, never shortened. Without a word on the species at least `offLabelDays`. */
export function waitingOf(
  drug: Drug,
  species: string,
  route: string,
  {
    materialId,
    typed,
    offLabelDays = 28,
  }: { materialId?: number | null | undefined; typed?: number | null | undefined; offLabelDays?: number } = {},
): Waiting {
  const own = drug.labels.filter((one) => one.species === species);
  const label = own.find((one) => one.route === route) ?? null;
  const offLabel = own.length === 0;
  const longest = Math.max(0, ...(offLabel ? drug.labels : label ? [label] : own).map((one) => one.meatDays));
  const byLabel = offLabel ? Math.max(offLabelDays, longest) : longest;
  const packs = drug.packs.filter((one) => !materialId || one.materialId === materialId);
  const byPack = Math.max(0, ...packs.map((one) => one.withdrawalDays ?? 0));
  const least = Math.max(byLabel, byPack);
  const meatDays = Math.max(least, typed ?? 0);
  return {
    meatDays,
    milkHours: (label ?? own[0])?.milkHours ?? null,
    offLabel,
    label,
    source: meatDays > least ? 'typed' : offLabel ? 'offLabel' : byPack > byLabel ? 'pack' : 'label',
  };
}

/** Least days somebody may type for a line. */
export const leastDays = (
  drug: Drug,
  species: string,
  route: string,
  about: { materialId?: number | null | undefined; offLabelDays: number },
): number => waitingOf(drug, species, route, about).meatDays;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
