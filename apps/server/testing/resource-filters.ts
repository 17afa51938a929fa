import type { TestContext } from 'vitest';
import type { Field, FieldKind } from '#kit/contract/field.ts';

/** What cannot be tried of a resource, and why. A part that is left out without a line here fails, and so does a line that is not needed. */
const notInList =
  'a condition over rows elsewhere, which the list itself does not show: tried by the tests of its module';
const noneInDemo = 'no row of the demo has one, as the module that fills it is not built';
export const reasons: Readonly<Record<string, string>> = {
  'platform.alarm filter insurerId': noneInDemo,
  'platform.alarm filter animalId': noneInDemo,
  'platform.alarm filter deviceId': noneInDemo,
  'platform.sysLoginLog filter portalId': 'the list shows the name of the portal, the filter takes its id',
  'depot.stockMove filter staffId': notInList,
  'depot.issueOut filter requisitionId': notInList,
  'depot.medicineBox filter materialId': notInList,
  'depot.requisition filter materialId': notInList,
  'prevention.planHousehold filter diseaseCode': notInList,
  'prevention.routinePlan filter reason': notInList,
  'prevention.immunisationVisit filter earTag': notInList,
  'prevention.immunisationVisit filter flag': notInList,
  'prevention.tagWear filter tag': notInList,
  'prevention.animal filter electronicTag': notInList,
  'prevention.animal filter immune': notInList,
  'prevention.antStandard filter diseaseCode': noneInDemo,
  'sign.tagSegment filter code': notInList,
};

/** What a transition's form is given, by kind. */
export const inputs: Partial<Record<FieldKind, string>> = { date: '2026-10-01', dateTime: '2099-10-01T08:00:00+08:00' };

export const ordered = new Set<FieldKind>(['id', 'int', 'decimal', 'date', 'dateTime']);
export const exact = new Set<FieldKind>(['dict', 'dicts', 'state', 'bool', 'ref', 'id']);
/** A value of a row as one asks for it: a day of a moment, one of several in a text, the beginning of a long one. */
export function asked(value: unknown, { kind }: Field): string {
  if (kind === 'dateTime') return String(value).slice(0, 10);
  return kind === 'text' || kind === 'longText' ? (String(value).split(',')[0] ?? '').slice(0, 30) : String(value);
}
export const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

export const needed = new Set<string>();
export function leaveOut(context: TestContext, what: string): never {
  const reason = reasons[what];
  if (!reason) throw new Error(`${what} was not tried, and no reason is given`);
  needed.add(what);
  return context.skip(reason);
}
