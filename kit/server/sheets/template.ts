import { Readable } from 'node:stream';
import { writeXlsx } from 'hucre/xlsx';
import type { Field } from '#kit/contract/field.ts';
import type { PiiKind } from '#kit/contract/pii.ts';
import { type AnyResource, labelKey } from '#kit/contract/resource.ts';
import type { Call } from '../http/call.ts';
import { lookups } from '../resource/lookups.ts';
import { xlsxType } from './sheet-columns.ts';

const listRows = 2_000;

/** A workbook to fill in: a column per form field, choices as drop-down lists, an example row or the rows somebody waits for, and notes on every column. */
export async function sendTemplate(
  call: Call,
  resource: AnyResource,
  waiting: readonly Readonly<Record<string, string | null>>[] = [],
): Promise<null> {
  const { say, language, actor } = call;
  const names = (resource.form as string[]).filter((name) => resource.fields[name].kind !== 'files');
  const fields = names.map((name) => resource.fields[name] as Field);
  const labels = names.map(
    (name, index) => `${say(labelKey(resource, name))}${isNeeded(fields[index] as Field) ? '*' : ''}`,
  );
  const choices = fields.map((one) => choicesOf(one, call));
  // Lists stand on a sheet of their own: a drop-down written into the cell's rule may hold 255 characters only.
  const height = Math.max(1, ...choices.map((list) => list.length));
  const listRowsOut = Array.from({ length: height }, (_, row) => choices.map((list) => list[row] ?? null));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: say(labelKey(resource, '_title')).slice(0, 31),
        columns: labels.map((header) => ({ header, width: 20, numFmt: '@' })),
        rows: [
          labels,
          ...(waiting.length > 0
            ? waiting.map((row) => names.map((name) => row[name] ?? null))
            : [fields.map((one, index) => exampleOf(one, choices[index] ?? [], say))]),
        ],
        freezePane: { rows: 1 },
        dataValidations: fields.flatMap((one, index) =>
          one.kind !== 'dicts' && (choices[index]?.length ?? 0) > 0
            ? [
                {
                  type: 'list' as const,
                  range: `${letter(index)}2:${letter(index)}${listRows}`,
                  formula1: `lists!$${letter(index)}$1:$${letter(index)}$${choices[index]?.length}`,
                  allowBlank: true,
                },
              ]
            : [],
        ),
      },
      {
        name: say('sheet.notes').slice(0, 31),
        columns: [{ width: 24 }, { width: 10 }, { width: 80 }],
        rows: [
          [say('sheet.item'), say('sheet.needed'), say('sheet.notes')],
          ...names.map((name, index) => [
            say(labelKey(resource, name)),
            neededWords(fields[index] as Field),
            noteOf(fields[index] as Field, choices[index] ?? [], say),
          ]),
        ],
      },
      { name: 'lists', rows: listRowsOut, state: 'hidden' as never },
    ],
  } as Parameters<typeof writeXlsx>[0]);
  const title = `${say(labelKey(resource, '_title'))}_${say('sheet.template')}.xlsx`;
  call.answer.file = { stream: Readable.from(Buffer.from(bytes)), type: xlsxType, name: title };
  return null;

  /** For whom it is needed, where that depends on another column. */
  function neededWords(one: Field): string {
    if (!one.needed) return say(isNeeded(one) ? 'kit.yes' : 'kit.no');
    const dict = (resource.fields[one.needed.by] as Field).dict ?? '';
    const names = [...(one.needed.in ?? one.needed.not ?? [])]
      .map((code) => lookups().dictLabel(dict, code, actor.tenantNo, language) ?? code)
      .join('、');
    return say(one.needed.in ? 'sheet.neededFor' : 'sheet.neededBut', { names });
  }

  function choicesOf(one: Field, { say: speak }: Call): string[] {
    if (one.kind === 'dict' || one.kind === 'dicts')
      return lookups().dictLabels(one.dict ?? '', actor.tenantNo, language);
    return one.kind === 'bool' ? [speak('kit.yes'), speak('kit.no')] : [];
  }
}

const isNeeded = (one: Field) => one.needed !== undefined || (!one.optional && one.kind !== 'bool');

const letter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);

/** Made up, but right in form: nobody has them. */
export const examplePerson: Readonly<Record<PiiKind, string>> = {
  phone: '13800000000',
  idCard: '150521200001010015',
  bankCard: '6222000000000000000',
};

function exampleOf(one: Field, choices: readonly string[], say: Call['say']): string | number | null {
  switch (one.kind) {
    case 'dict':
    case 'bool':
      return choices[0] ?? null;
    case 'dicts':
      return choices.slice(0, 2).join('、');
    case 'int':
    case 'decimal':
      return one.min ?? 1;
    case 'money':
      return (one.min ?? 0) / 100 || '12.50';
    case 'date':
      return '2026-11-15';
    case 'dateTime':
      return '2026-11-15 09:30';
    case 'color':
      return '#FF8933';
    case 'pii':
      return isNeeded(one) ? examplePerson[one.pii ?? 'phone'] : null;
    case 'ref':
      return one.optional ? null : say('sheet.exampleText');
    case 'region':
      return say('sheet.exampleRegion');
    case 'point':
      return '122.24,43.65';
    case 'text':
    case 'longText':
      return isNeeded(one) ? say('sheet.exampleText').padEnd(one.min ?? 0, '0') : null;
    default:
      return null;
  }
}

function noteOf(one: Field, choices: readonly string[], say: Call['say']): string {
  if (choices.length > 0) return choices.slice(0, 40).join(' / ');
  if (one.kind === 'region') return say('sheet.noteRegion');
  if (one.kind === 'point') return say('sheet.notePoint');
  if (one.kind === 'date') return 'yyyy-MM-dd';
  if (one.kind === 'ref') return say('sheet.noteRef');
  return one.max && /text/i.test(one.kind) ? say('error.field.tooLong', { n: one.max }) : '';
}
