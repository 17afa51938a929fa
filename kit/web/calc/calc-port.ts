import { port } from '#kit/web/port.ts';

/** How one sum of a record was computed; names are in the reader's language. */
export interface Calc {
  readonly id: number;
  readonly kindName: string;
  readonly steps: readonly { readonly name: string; readonly how: string; readonly cents: number }[];
  readonly cents: number;
  readonly ruleRef: string;
  readonly engine: number;
  readonly madeAt: string;
}

/** The calculations of a record of `module.resource`, newest first. */
export const calcPort = port<(entity: string, id: number) => Promise<readonly Calc[]>>();
