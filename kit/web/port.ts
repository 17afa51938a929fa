export interface Port<T> {
  /** Called once by the application; null takes it away again. */
  connect(given: T | null): void;
  /** Null where nobody offers it: what needs it is not drawn. */
  readonly current: T | null;
}

/** A service the kit uses but does not know: a module gives it when the application starts. */
export function port<T>(): Port<T> {
  let current: T | null = null;
  return {
    connect: (given) => {
      current = given;
    },
    get current() {
      return current;
    },
  };
}
