import { Readable } from 'node:stream';
import type { Database, Tx } from '../db/database.ts';
import { makeScope, type Scope, systemScope } from '../db/scope.ts';
import { fileParts } from '../files/provided.ts';
import { newKey } from '../files/store.ts';
import { sha256 } from './merkle.ts';
import { firstPrev, type Seal, sealColumns } from './seal.ts';

/** The seals of one day as they leave the database. */
export interface SealFile {
  readonly format: 1;
  readonly tenantNo: number;
  readonly logName: string;
  readonly day: string;
  /** The last seal before this day: ties the files of the days together. */
  readonly previousHash: string;
  readonly seals: readonly Seal[];
}

export interface KeptSealFile {
  readonly day: string;
  readonly sealHash: string;
  readonly storageKey: string;
  readonly sha256: string;
}

const nobody = makeScope({ tenantNo: -1, userId: null });
/** A backlog is worked off in rounds: other work by the clock waits meanwhile. */
const perRound = 100;

/** China's day. */
export const inDay = (column: string, from: string, to = from) =>
  `${column} >= (${from})::date::timestamp at time zone 'Asia/Shanghai' and ${column} < ((${to})::date + 1)::timestamp at time zone 'Asia/Shanghai'`;

export async function sealFileOf(
  database: Database,
  scope: Scope,
  logName: string,
  day: string,
): Promise<SealFile | null> {
  const [seals] = await database.read<[Seal]>(scope, {
    text: `select ${sealColumns} from kit.audit_seal s where tenant_no = $1 and log_name = $2 and ${inDay('sealed_at', '$3')} order by id`,
    values: [scope.tenantNo, logName, day],
  });
  const [first] = seals;
  if (!first) return null;
  return { format: 1, tenantNo: scope.tenantNo, logName, day, previousHash: first.prevHash, seals };
}

export async function keptSealFile(
  database: Database,
  scope: Scope,
  logName: string,
  day: string,
): Promise<KeptSealFile | undefined> {
  const [[kept]] = await database.read<[KeptSealFile]>(scope, {
    text: `select day, seal_hash as "sealHash", storage_key as "storageKey", sha256 from kit.audit_seal_file where tenant_no = $1 and log_name = $2 and day = $3`,
    values: [scope.tenantNo, logName, day],
  });
  return kept;
}

/** Puts the seals of every finished day into the store of files, once; what was put there is never written again. */
export async function writeSealFiles(database: Database): Promise<number> {
  const [due] = await database.read<[{ tenant_no: number; log_name: string; day: string }]>(nobody, {
    text: `select tenant_no, log_name, day from kit.days_without_file() limit ${perRound}`,
    values: [],
  });
  for (const { tenant_no, log_name, day } of due) {
    const scope = systemScope(tenant_no, 'seal');
    const file = await sealFileOf(database, scope, log_name, day);
    if (file) await database.transaction(scope, (tx) => keep(tx, file));
  }
  return due.length;
}

async function keep(tx: Tx, file: SealFile): Promise<void> {
  const text = JSON.stringify(file, null, 1);
  const { store } = fileParts();
  const storageKey = newKey(file.tenantNo);
  tx.onRollback(() => store.remove(storageKey));
  const last = file.seals.at(-1);
  const kept = await tx.query(
    `insert into kit.audit_seal_file (tenant_no, log_name, day, last_seal_id, seal_hash, storage_key, sha256) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict do nothing returning id`,
    [file.tenantNo, file.logName, file.day, last?.id, last?.sealHash ?? firstPrev, storageKey, sha256(text)],
  );
  if (kept.length === 0) return;
  await store.put(storageKey, Readable.from([Buffer.from(text)]), {
    type: 'application/json',
    size: Buffer.byteLength(text),
  });
}

export async function textOfFile(key: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await fileParts().store.get(key)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
