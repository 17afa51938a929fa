import { createHash } from 'node:crypto';
import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '../db/database.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
/** What a sum is computed from; whole numbers, codes and days, never a float of money. */
export type CalcInputs = Readonly<Record<string, Json>>;

export interface CalcStep {
  /** A name of the kind's own: its text is `<module>.calc.<name>`. */
  readonly name: string;
  /** What is done, in signs: `6000.00 × 80 %`. */
  readonly how: string;
  readonly cents: Cents;
}
export interface Computed {
  readonly steps: readonly CalcStep[];
  readonly cents: Cents;
}
export type Compute = (inputs: CalcInputs) => Computed;

/** A record's sum as the record has it now, with the inputs it keeps itself. */
export interface StoredSum {
  readonly id: number;
  readonly cents: Cents;
  readonly inputs?: CalcInputs;
}
export interface CalcKind {
  /** Every version of the arithmetic there ever was, oldest first: a sum is recomputed by the one it was computed with. */
  readonly versions: readonly [Compute, ...Compute[]];
  readonly entity: string;
  /** Records after an id that have such a sum, in order of id: the ledger is compared with them too. */
  readonly stored?: (tx: Tx, after: number, most: number) => Promise<StoredSum[]>;
}

const kinds = new Map<string, CalcKind>();

/** Once per kind, when the module starts. */
export function registerCalc(kind: string, given: CalcKind): void {
  kinds.set(kind, given);
}
export const calcKinds = (): ReadonlyMap<string, CalcKind> => kinds;

/** The same for the same content, whatever the order of its keys. */
export const ruleHash = (content: Json): string => createHash('sha256').update(canonical(content)).digest('hex');

export function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const entries = Object.entries(value as Readonly<Record<string, Json>>).filter(([, one]) => one !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`;
}

export interface CalcAsk {
  readonly kind: string;
  readonly id: number;
  /** The rule's name and row, `prevention.antStandard:12`, and what it said. */
  readonly rule: { readonly ref: string; readonly content: Json };
  readonly inputs: CalcInputs;
}

/**
 * Computes a sum and writes down how, in the transaction that stores it.
 *
 * @example
 * const { cents } = await recordCalc(tx, { kind: 'compensation', id: one.id, rule, inputs: { standardCents: 600_000, percent: '80' } });
 */
export async function recordCalc(tx: Tx, { kind, rule, id, inputs }: CalcAsk): Promise<Computed> {
  const [done] = await recordCalcs(tx, { kind, rule, items: [{ id, inputs }] });
  return done as Computed;
}

/** The same for many records under one rule, in one statement. */
export async function recordCalcs(
  tx: Tx,
  ask: Pick<CalcAsk, 'kind' | 'rule'> & { readonly items: readonly Pick<CalcAsk, 'id' | 'inputs'>[] },
): Promise<Computed[]> {
  const kind = kinds.get(ask.kind);
  const compute = kind?.versions.at(-1);
  if (!kind || !compute) throw new Error(`nobody registered the calculation ${ask.kind}`);
  const done = ask.items.map(({ inputs }) => compute(inputs));
  if (done.length === 0) return [];
  const rows = ask.items.map(({ id, inputs }, at) => ({ id, inputs, steps: done[at]?.steps, cents: done[at]?.cents }));
  await tx.query(
    `insert into kit.calc (tenant_no, kind, entity, entity_id, rule_ref, rule_hash, inputs, steps, cents, engine,
       made_by)
     select $1, $2, $3, r.id, $4, $5, r.inputs, r.steps, r.cents, $6, $7
     from jsonb_to_recordset($8::jsonb) r(id bigint, inputs jsonb, steps jsonb, cents bigint)`,
    [
      tx.scope.tenantNo,
      ask.kind,
      kind.entity,
      ask.rule.ref,
      ruleHash(ask.rule.content),
      kind.versions.length,
      tx.scope.userId,
      JSON.stringify(rows),
    ],
  );
  return done;
}

export interface CalcRow extends Computed {
  readonly id: number;
  readonly kind: string;
  readonly entityId: number;
  readonly ruleRef: string;
  readonly inputs: CalcInputs;
  readonly engine: number;
  readonly madeAt: string;
}
export const calcColumns =
  'id, kind, entity_id as "entityId", rule_ref as "ruleRef", inputs, steps, cents, engine, made_at as "madeAt"';
