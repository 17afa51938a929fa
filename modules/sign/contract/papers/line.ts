import { type Fields, field } from '#kit/contract/field.ts';
import { countOf, parseCode, type Range } from '../numbers/code.ts';

const codePattern = /^\d[\d ]{4,18}$/;

/** A run of numbers on a paper: first, last, and how many that are. */
export const rangeFields = {
  categoryId: field.ref('sign.signCategory', { where: { status: 'enabled' } }),
  codeFrom: field.text({ max: 20, pattern: codePattern, optional: true }),
  codeTo: field.text({ max: 20, pattern: codePattern, optional: true }),
  count: field.int({ min: 1, max: 10_000_000 }),
  packNo: field.text({ max: 40, optional: true }),
} as const satisfies Fields;

export const lineRemark = { remark: field.text({ max: 200, optional: true }) } as const;

interface RangeLine {
  readonly codeFrom: string | null;
  readonly codeTo: string | null;
}
/** Null while a line has no numbers yet, or its numbers are none. */
export function rangeOfLine({ codeFrom, codeTo }: RangeLine): Range | null {
  const [from, to] = [parseCode(codeFrom ?? ''), parseCode(codeTo ?? codeFrom ?? '')];
  return from === null || to === null || to < from ? null : { from, to };
}
/** With numbers the line counts them; without, it is what was asked for. */
export const countOfLine = (line: Readonly<Record<string, unknown>>): number => {
  const range = rangeOfLine(line as unknown as RangeLine);
  return range ? countOf(range) : Number(line.count ?? 0);
};
