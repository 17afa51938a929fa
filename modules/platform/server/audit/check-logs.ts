import { idsOf, merkleRoot, sha256 } from '#kit/server/audit/merkle.ts';
import { firstPrev, type Seal, sealColumns, sealHashOf } from '#kit/server/audit/seal.ts';
import { inDay, keptSealFile, type SealFile, textOfFile } from '#kit/server/audit/seal-file.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Scope, systemScope } from '#kit/server/db/scope.ts';
import type { BrokenRow, LogName } from '#modules/platform/contract/audit/audit.ts';
import { logTables } from './log-tables.ts';

export interface CheckResult {
  seals: number;
  rows: number;
  /** Found in all; `broken` names the first of them. */
  brokenCount: number;
  broken: BrokenRow[];
}

export interface CheckAsk {
  readonly database: Database;
  readonly tenantNo: number;
  readonly logNames: readonly LogName[];
  /** China's days, both included. */
  readonly from: string;
  readonly to: string;
  /** Moves the bar; false stops the check. */
  progress?(done: number, total: number): Promise<boolean>;
}

interface Row {
  id: number;
  at: string;
  rowHash: string;
  content: string;
}

const rowsAtOnce = 5_000;
const namedAtMost = 200;

/** Recomputes everything the seals of these days promise, from the rows as they are now. Null when somebody stopped it. */
export async function checkDays(ask: CheckAsk): Promise<CheckResult | null> {
  const { database, tenantNo, logNames, from, to } = ask;
  const scope = systemScope(tenantNo, 'auditCheck');
  const [days] = await database.read<[{ log: LogName; day: string; seals: number }]>(scope, {
    text: `select log_name as log, (sealed_at at time zone 'Asia/Shanghai')::date as day, count(*)::int as seals from kit.audit_seal
           where tenant_no = $1 and log_name = any ($2) and ${inDay('sealed_at', '$3', '$4')} group by 1, 2 order by 1, 2`,
    values: [tenantNo, logNames, from, to],
  });
  const total = days.reduce((sum, one) => sum + one.seals, 0);
  const checker = new Checker(database, scope);
  await ask.progress?.(0, total);
  for (const { log, day } of days) {
    const [seals] = await database.read<[Seal]>(scope, {
      text: `select ${sealColumns} from kit.audit_seal s where tenant_no = $1 and log_name = $2 and ${inDay('sealed_at', '$3')} order by id`,
      values: [tenantNo, log, day],
    });
    const [[before]] = await database.read<[{ sealHash: string }]>(scope, {
      text: 'select seal_hash as "sealHash" from kit.audit_seal where tenant_no = $1 and log_name = $2 and id < $3 order by id desc limit 1',
      values: [tenantNo, log, seals[0]?.id ?? 0],
    });
    checker.chain(seals, before?.sealHash ?? firstPrev);
    await checker.file(log, day, seals);
    const goOn = await checker.rows(log, seals, (done) => ask.progress?.(done, total) ?? Promise.resolve(true));
    if (!goOn) return null;
  }
  for (const log of logNames) await checker.added(log, from, to);
  return checker.result;
}

/** Some seals older than the days the nightly check covers: about one in a hundred, at least one if there is any. */
export async function checkSample(
  database: Database,
  tenantNo: number,
  logNames: readonly LogName[],
  before: string,
): Promise<CheckResult> {
  const scope = systemScope(tenantNo, 'auditCheck');
  const checker = new Checker(database, scope);
  for (const log of logNames) {
    const [seals] = await database.read<[Seal & { before: string | null }]>(scope, {
      text: `with older as (select s.*, lag(s.seal_hash) over (order by s.id) as before from kit.audit_seal s
               where tenant_no = $1 and log_name = $2 and sealed_at < $3::date::timestamp at time zone 'Asia/Shanghai')
             select ${sealColumns}, s.before from older s order by random() limit (select ceil(count(*) / 100.0)::int from older)`,
      values: [tenantNo, log, before],
    });
    for (const seal of seals) checker.chain([seal], seal.before ?? firstPrev);
    await checker.rows(log, seals, async () => true);
  }
  return checker.result;
}

class Checker {
  readonly result: CheckResult = { seals: 0, rows: 0, brokenCount: 0, broken: [] };
  readonly #database: Database;
  readonly #scope: Scope;

  constructor(database: Database, scope: Scope) {
    this.#database = database;
    this.#scope = scope;
  }

  #report(one: BrokenRow): void {
    this.result.brokenCount += 1;
    if (this.result.broken.length < namedAtMost) this.result.broken.push(one);
  }

  /** Every seal still hashes to what it says, and follows the one before it. */
  chain(seals: readonly Seal[], before: string): void {
    let prev = before;
    for (const seal of seals) {
      const about = { ...aboutSeal(seal), rowId: null };
      const found = sealHashOf(this.#scope.tenantNo, seal);
      if (found !== seal.sealHash) this.#report({ ...about, what: 'seal', expected: seal.sealHash, found });
      if (seal.prevHash !== prev) this.#report({ ...about, what: 'chain', expected: seal.prevHash, found: prev });
      prev = seal.sealHash;
    }
  }

  /** What was carried out of the database says the same as what stayed in it. */
  async file(log: LogName, day: string, seals: readonly Seal[]): Promise<void> {
    const kept = await keptSealFile(this.#database, this.#scope, log, day);
    const last = seals.at(-1);
    if (!kept || !last) return;
    const about = { ...aboutSeal(last), rowId: null, what: 'file' as const, expected: kept.sealHash };
    let file: SealFile;
    try {
      const text = await textOfFile(kept.storageKey);
      if (sha256(text) !== kept.sha256) return this.#report({ ...about, expected: kept.sha256, found: sha256(text) });
      file = JSON.parse(text);
    } catch {
      return this.#report({ ...about, found: null });
    }
    const there = new Map(seals.map((one) => [one.id, one.sealHash]));
    for (const seal of file.seals)
      if (there.get(seal.id) !== seal.sealHash)
        this.#report({
          ...aboutSeal(seal),
          rowId: null,
          what: 'file',
          expected: seal.sealHash,
          found: there.get(seal.id) ?? null,
        });
  }

  /** Every row the seals hold is there and has the content it was sealed with. */
  async rows(log: LogName, seals: readonly Seal[], onSeals: (done: number) => Promise<boolean>): Promise<boolean> {
    const archived = await this.#archivedUntil(log);
    for (let at = 0; at < seals.length; ) {
      const batch: Seal[] = [];
      for (let held = 0; at < seals.length && held < rowsAtOnce; at += 1) {
        const seal = seals[at] as Seal;
        batch.push(seal);
        held += seal.rowCount;
      }
      const here = batch.filter((seal) => Number(seal.toTime) / 1000 >= archived);
      const rows = await this.#read(
        log,
        here.flatMap((seal) => idsOf(seal.rowIds)),
      );
      for (const seal of here) this.#compare(seal, rows);
      this.result.seals += batch.length;
      if (!(await onSeals(this.result.seals))) return false;
    }
    return true;
  }

  async #read(log: LogName, ids: readonly number[]): Promise<Map<number, Row>> {
    if (ids.length === 0) return new Map();
    const [rows] = await this.#database.read<[Row]>(this.#scope, {
      text: `select l.id, l.happened_at as at, l.row_hash as "rowHash", kit.log_content(l) as content from ${logTables[log]} l where l.tenant_no = $1 and l.id = any ($2)`,
      values: [this.#scope.tenantNo, ids],
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  #compare(seal: Seal, rows: ReadonlyMap<number, Row>): void {
    const about = aboutSeal(seal);
    const ids = idsOf(seal.rowIds);
    const hashes: string[] = [];
    let isNamed = false;
    for (const [index, id] of ids.entries()) {
      const row = rows.get(id);
      const mark = seal.rowMarks.slice(index * 8, index * 8 + 8);
      const found = row ? sha256(row.content) : null;
      hashes.push(found ?? '00'.repeat(32));
      if (row && found === row.rowHash && found.startsWith(mark)) continue;
      isNamed = true;
      const expected = row && row.rowHash !== found ? row.rowHash : `${mark}…`;
      this.#report({
        ...about,
        rowId: id,
        at: row?.at ?? about.at,
        what: row ? 'changed' : 'missing',
        expected,
        found,
      });
    }
    this.result.rows += ids.length;
    const root = merkleRoot(hashes);
    if (root !== seal.rowsRoot && !isNamed)
      this.#report({ ...about, rowId: null, what: 'seal', expected: seal.rowsRoot, found: root });
  }

  /** Rows of these days that no seal holds and that do not wait for one: they came in by another way. */
  async added(log: LogName, from: string, to: string): Promise<void> {
    const [rows] = await this.#database.read<[{ id: number; at: string; day: string; rowHash: string }]>(this.#scope, {
      text: `with sealed as (
               select generate_series(lower(r), upper(r) - 1) as id from kit.audit_seal s, unnest(s.row_ids) r
               where s.tenant_no = $1 and s.log_name = $2 and s.to_time >= $3::date::timestamp at time zone 'Asia/Shanghai'
                 and s.from_time < ($4::date + 1)::timestamp at time zone 'Asia/Shanghai')
             select l.id, l.happened_at as at, (l.happened_at at time zone 'Asia/Shanghai')::date as day, l.row_hash as "rowHash" from ${logTables[log]} l
             where l.tenant_no = $1 and ${inDay('l.happened_at', '$3', '$4')} and l.id not in (select id from sealed)
               and not exists (select 1 from kit.unsealed_row u where u.tenant_no = $1 and u.log_name = $2 and u.row_id = l.id)
             order by l.id limit ${namedAtMost}`,
      values: [this.#scope.tenantNo, log, from, to],
    });
    for (const { id, at, day, rowHash } of rows)
      this.#report({ log, sealId: null, rowId: id, day, at, what: 'added', expected: null, found: rowHash });
  }

  async #archivedUntil(log: LogName): Promise<number> {
    const [[row]] = await this.#database.read<[{ until: string | null }]>(this.#scope, {
      text: 'select max(to_time) as until from kit.audit_archive where log_name = $1',
      values: [log],
    });
    return row?.until ? Date.parse(row.until) : 0;
  }
}

const chinaDay = (time: string) => new Date(Date.parse(time) + 8 * 3600_000).toISOString().slice(0, 10);

const aboutSeal = (seal: Seal) => ({
  log: seal.logName as LogName,
  sealId: seal.id,
  day: chinaDay(seal.sealedAt),
  at: seal.sealedAt,
});
