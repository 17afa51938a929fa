import { AppError } from '#kit/contract/errors.ts';

/**
 * Another answer for what is not there or not the caller's to see. A failure stays a failure: whoever is told "no such record" because a
 * connection broke does not ask again.
 *
 * @example
 * const parent = await read(id).catch(whenMissing(() => null));
 */
export const whenMissing =
  <T>(answer: () => T) =>
  (error: unknown): T => {
    if (error instanceof AppError && error.code < 500) return answer();
    throw error;
  };
