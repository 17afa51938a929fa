interface Failure {
  code: number;
  msg: string;
  bizCode?: string;
  errors?: { field: string; msg: string }[];
  data?: unknown;
  traceId?: string;
}

/** A call that did not succeed. `code` 0: no answer that could be read. */
export class ApiError extends Error {
  readonly code: number;
  readonly bizCode: string | undefined;
  /** Fields to mark, in a form. */
  readonly errors: readonly { field: string; msg: string }[];
  readonly data: unknown;
  readonly traceId: string | undefined;

  constructor(failure: Failure) {
    super(failure.msg);
    this.name = 'ApiError';
    this.code = failure.code;
    this.bizCode = failure.bizCode;
    this.errors = failure.errors ?? [];
    this.data = failure.data;
    this.traceId = failure.traceId;
  }

  get msg(): string {
    return this.message;
  }
}
