import type { JobRun } from '#kit/server/jobs/job.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { RawCell } from '#kit/server/sheets/read-workbook.ts';
import { entryKinds } from '#modules/registry/contract/animal/animal-entry.ts';
import { importColumns } from '#modules/registry/contract/animal/animal-import.ts';
import type { AnimalInput } from './check-animals.ts';

export interface ImportRow {
  readonly holder: string;
  readonly entryKind: (typeof entryKinds)[number];
  readonly wornOn: string;
  readonly quarantineCertNo: string | null;
  readonly animal: AnimalInput;
}

/** Excel counts days from the end of 1899. */
const dayOf = (cell: RawCell): string => {
  if (typeof cell === 'number') return new Date(Date.UTC(1899, 11, 30) + cell * 86_400_000).toISOString().slice(0, 10);
  return String(cell ?? '')
    .trim()
    .replaceAll(/[/.]/g, '-')
    .replace(/^(\d{4})-(\d{1,2})-(\d{1,2}).*$/, (_, y: string, m: string, d: string) =>
      [y, m.padStart(2, '0'), d.padStart(2, '0')].join('-'),
    );
};
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** A line of the sheet, or what is wrong with it before any animal is asked about. Codes and their names are taken alike. */
export function readRow(values: readonly RawCell[], run: JobRun): ImportRow | { readonly reason: string } {
  const cell = (name: (typeof importColumns)[number]) => values[importColumns.indexOf(name)] ?? null;
  const text = (name: (typeof importColumns)[number]) => String(cell(name) ?? '').trim();
  const { tenantNo } = run.actor;
  const code = (dict: string, given: string): string | null => {
    if (lookups().dictHas(dict, given, tenantNo)) return given;
    return lookups().dictValue(dict, given, tenantNo) ?? null;
  };
  const wrong = (name: string) => ({
    reason: run.say('registry.animalImport.wrong', { name: run.say(`registry.animalImport.${name}`) }),
  });
  const holder = text('holder');
  if (!holder) return wrong('holder');
  const tag = text('tag');
  if (!/^\d{15}$/.test(tag)) return wrong('tag');
  const species = code('species', text('species'));
  if (!species || !['cattle', 'sheep', 'goat'].includes(species)) return wrong('species');
  const breed = code(`breed_${species}`, text('breed'));
  if (!breed) return wrong('breed');
  const sex = code('animal_sex', text('sex'));
  if (!sex) return wrong('sex');
  const [birthDate, wornOn] = [dayOf(cell('birthDate')), dayOf(cell('wornOn'))];
  if (!isDay(birthDate)) return wrong('birthDate');
  if (!isDay(wornOn)) return wrong('wornOn');
  const kind = text('entryKind') ? code('entry_kind', text('entryKind')) : 'backlog';
  const entryKind = entryKinds.find((one) => one === kind);
  if (!entryKind) return wrong('entryKind');
  const motherTag = text('motherTag');
  if (motherTag && !/^\d{15}$/.test(motherTag)) return wrong('motherTag');
  return {
    holder,
    entryKind,
    wornOn,
    quarantineCertNo: text('quarantineCertNo') || null,
    animal: { tag, species, breed, sex, birthDate, motherTag: motherTag || null },
  };
}
