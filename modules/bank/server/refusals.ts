import { type AppError, invalid, refusal, type TextArgs } from '#kit/contract/errors.ts';

export const refuse = (code: string, args: TextArgs = {}, data: unknown = null): AppError =>
  refusal(code, `bank.refusal.${code}`, args, data);
/** Files that whoever types a record must add, though rows that were taken over may be without. */
export function needFiles(field: string, files: readonly number[] | null | undefined): void {
  if (!files?.length) throw invalid([{ field, key: 'error.field.required' }]);
}
/** What the database refuses by a rule of its own, in the words of the rule. */
export const isViolation = (error: unknown, constraint: string): boolean =>
  (error as { constraint?: string }).constraint === constraint;
