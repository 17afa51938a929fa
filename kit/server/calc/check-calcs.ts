import type { Database, Tx } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';
import { type CalcInputs, type CalcKind, type CalcRow, calcColumns, calcKinds, canonical } from './calc.ts';

export interface CalcDifference {
  readonly kind: string;
  readonly entity: string;
  readonly entityId: number;
  /** Null where the record has a sum and the ledger knows nothing of it. */
  readonly calcId: number | null;
  /** `ledger`: its inputs no longer give its sum. `record`, `inputs`: the record says another sum, or another input. */
  readonly what: 'ledger' | 'record' | 'inputs' | 'missing';
  readonly expected: string;
  readonly found: string;
}

const page = 1000;

/** Whatever an input was made into, it is told and does not end the round. */
function again(kind: CalcKind, row: CalcRow): string {
  const compute = kind.versions[row.engine - 1];
  if (!compute) return `no version ${row.engine}`;
  try {
    const { cents, steps } = compute(row.inputs);
    return canonical({ cents, steps: steps.map(({ name, how, cents: value }) => ({ name, how, cents: value })) });
  } catch (error) {
    return String(error);
  }
}

const saidBy = ({ cents, steps }: CalcRow) => canonical({ cents, steps: steps.map((one) => ({ ...one })) });

async function* pagesOf<T extends { readonly id: number }>(
  read: (after: number) => Promise<T[]>,
): AsyncGenerator<readonly T[]> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Only what the record keeps: it need not keep every input. */
function changedInput(ledger: CalcInputs, record: CalcInputs | undefined): string | undefined {
  return Object.keys(record ?? {}).find((name) => canonical(ledger[name]) !== canonical(record?.[name]));
}

async function compareRecords(
  database: Database,
  tenantNo: number,
  [name, kind]: readonly [string, CalcKind],
  report: (one: CalcDifference) => void,
): Promise<number> {
  const { stored, entity } = kind;
  if (!stored) return 0;
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(systemScope(tenantNo, 'calc'), work);
  let compared = 0;
  for await (const sums of pagesOf((after) => inTenant((tx) => stored(tx, after, page)))) {
    const rows = await inTenant((tx) =>
      tx.query<CalcRow>(
        `select distinct on (entity_id) ${calcColumns} from kit.calc
         where tenant_no = $1 and entity = $2 and entity_id = any ($3) and kind = $4 order by entity_id, id desc`,
        [tenantNo, entity, sums.map((one) => one.id), name],
      ),
    );
    const newest = new Map(rows.map((row) => [row.entityId, row]));
    for (const sum of sums) {
      compared += 1;
      const row = newest.get(sum.id);
      const about = { kind: name, entity, entityId: sum.id, calcId: row?.id ?? null };
      const input = row && changedInput(row.inputs, sum.inputs);
      if (!row) report({ ...about, what: 'missing', expected: '', found: String(sum.cents) });
      else if (row.cents !== sum.cents)
        report({ ...about, what: 'record', expected: String(row.cents), found: String(sum.cents) });
      else if (input !== undefined) {
        const [expected, found] = [row.inputs, sum.inputs].map((all) => `${input} ${canonical(all?.[input])}`);
        report({ ...about, what: 'inputs', expected: expected ?? '', found: found ?? '' });
      }
    }
  }
  return compared;
}

/**
 * Every sum of a tenant once more: the ledger's from their inputs, the records' against the ledger.
 *
 * @example
 * const { differences } = await checkCalcs(database, 1505);
 */
export async function checkCalcs(
  database: Database,
  tenantNo: number,
): Promise<{ rows: number; records: number; differences: CalcDifference[] }> {
  const differences: CalcDifference[] = [];
  const report = (one: CalcDifference) => void differences.push(one);
  let rows = 0;
  const read = (after: number) =>
    database.transaction(systemScope(tenantNo, 'calc'), (tx) =>
      tx.query<CalcRow>(`select ${calcColumns} from kit.calc where tenant_no = $1 and id > $2 order by id limit $3`, [
        tenantNo,
        after,
        page,
      ]),
    );
  for await (const all of pagesOf(read))
    for (const row of all) {
      rows += 1;
      const kind = calcKinds().get(row.kind);
      if (!kind) continue;
      const [expected, found] = [again(kind, row), saidBy(row)];
      const about = { kind: row.kind, entity: kind.entity, entityId: row.entityId, calcId: row.id };
      if (expected !== found) report({ ...about, what: 'ledger', expected, found });
    }
  let records = 0;
  for (const kind of calcKinds()) records += await compareRecords(database, tenantNo, kind, report);
  return { rows, records, differences };
}
