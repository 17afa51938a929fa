import { type AppError, refusal, type TextArgs } from '#kit/contract/errors.ts';

export const refuse = (code: string, args: TextArgs = {}, data: unknown = null): AppError =>
  refusal(code, `bank.refusal.${code}`, args, data);
/** What the database refuses by a rule of its own, in the words of the rule. */
export const isViolation = (error: unknown, constraint: string): boolean =>
  (error as { constraint?: string }).constraint === constraint;
