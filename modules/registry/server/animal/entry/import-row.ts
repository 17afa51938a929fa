import type { FieldError } from '#kit/contract/errors.ts';
import { field } from '#kit/contract/field.ts';
import type { JobRun } from '#kit/server/jobs/job.ts';
import { misread } from '#kit/server/near/misread.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { RawCell } from '#kit/server/sheets/read-workbook.ts';
import { entryKinds } from '#modules/registry/contract/animal/animal-entry.ts';
import { type ImportColumn, importColumns, neededColumns } from '#modules/registry/contract/animal/animal-import.ts';
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
const isTag = (text: string) => /^\d{15}$/.test(text);

export const cellText = (values: readonly RawCell[], name: ImportColumn): string =>
  String(values[importColumns.indexOf(name)] ?? '').trim();

/** A line of the sheet, and all that is wrong with it before any animal is asked about. Codes and their names are taken alike. */
export function readRow(
  values: readonly RawCell[],
  run: JobRun,
): { readonly one: ImportRow | null; readonly faults: readonly FieldError[] } {
  const faults: FieldError[] = [];
  const { tenantNo } = run.actor;
  const { language } = run.row;
  const text = (name: ImportColumn) => cellText(values, name);
  const wrong = (name: ImportColumn, key: string): null => {
    // An empty cell is told as such below, whatever else would be said of it.
    if (text(name)) faults.push({ field: name, key });
    return null;
  };
  const choice = (name: ImportColumn, dict: string, allowed?: readonly string[]): string | null => {
    const given = text(name);
    const code = lookups().dictHas(dict, given, tenantNo) ? given : lookups().dictValue(dict, given, tenantNo);
    if (code && (!allowed || allowed.includes(code))) return code;
    if (given) faults.push(misread(name, field.dict(dict), given, { tenantNo, language }));
    return null;
  };
  const day = (name: 'birthDate' | 'wornOn') => {
    const read = dayOf(values[importColumns.indexOf(name)] ?? null);
    return isDay(read) ? read : wrong(name, 'sheet.want_date');
  };
  const tagIn = (name: 'tag' | 'motherTag') =>
    isTag(text(name)) ? text(name) : wrong(name, 'registry.animalImport.wantTag');

  for (const name of neededColumns) if (!text(name)) faults.push({ field: name, key: 'error.field.required' });
  const holder = text('holder');
  const tag = tagIn('tag');
  const species = choice('species', 'species', ['cattle', 'sheep', 'goat']);
  const breed = species ? choice('breed', `breed_${species}`) : null;
  const sex = choice('sex', 'animal_sex');
  const [birthDate, wornOn] = [day('birthDate'), day('wornOn')];
  const kind = text('entryKind') ? choice('entryKind', 'entry_kind', entryKinds) : 'backlog';
  const entryKind = entryKinds.find((one) => one === kind);
  const motherTag = tagIn('motherTag');
  if (faults.length > 0 || !tag || !species || !breed || !sex || !birthDate || !wornOn || !entryKind)
    return { one: null, faults };
  return {
    one: {
      holder,
      entryKind,
      wornOn,
      quarantineCertNo: text('quarantineCertNo') || null,
      animal: { tag, species, breed, sex, birthDate, motherTag },
    },
    faults,
  };
}
