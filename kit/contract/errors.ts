/**
 * The one way to refuse. `key` names a text in the locale files, `args` fill it; the HTTP layer turns it into the
 * envelope in the caller's language. A business refusal is code 500 with a `bizCode`.
 */
export interface FieldError {
  readonly field: string;
  readonly key: string;
  readonly args?: TextArgs;
}

export type TextArgs = Readonly<Record<string, string | number>>;

export type ErrorCode = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly key: string;
  readonly args: TextArgs;
  readonly bizCode: string | undefined;
  readonly errors: readonly FieldError[] | undefined;
  readonly data: unknown;

  constructor(
    code: ErrorCode,
    key: string,
    more: { args?: TextArgs; bizCode?: string; errors?: readonly FieldError[]; data?: unknown } = {},
  ) {
    super(`${code} ${more.bizCode ?? key}`);
    this.name = 'AppError';
    this.code = code;
    this.key = key;
    this.args = more.args ?? {};
    this.bizCode = more.bizCode;
    this.errors = more.errors;
    this.data = more.data ?? null;
  }
}

export const unreadable = () => new AppError(400, 'error.unreadable');
export const forbidden = () => new AppError(403, 'error.forbidden');
/** Not there and not visible are the same answer on purpose. */
export const notFound = () => new AppError(404, 'error.notFound');
export const staleVersion = () => new AppError(409, 'error.stale');
/** `{status}` and `{name}` are locale keys here; the HTTP layer resolves args that start with `@`. */
export const wrongState = (status: string, name: string) =>
  new AppError(409, 'error.wrongState', { args: { status: `@${status}`, name: `@${name}` } });
export const invalid = (errors: readonly FieldError[]) => new AppError(422, 'error.invalid', { errors });
export const tooOften = (minutes: number) => new AppError(429, 'error.tooOften', { args: { m: minutes } });
/** A business refusal: the request was understood and allowed, and the rules say no. */
export const refusal = (bizCode: string, key: string, args: TextArgs = {}, data: unknown = null) =>
  new AppError(500, key, { bizCode, args, data });
