import { AppError } from '#kit/contract/errors.ts';

/** Something the program needs is away for the moment: asking again later, under the same key, is right. */
export const serviceUnavailable = (key: 'error.away' | 'error.filesAway' = 'error.away') => new AppError(503, key);
