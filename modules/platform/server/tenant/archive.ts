import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { saveFile } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type JobOutcome, type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { tenantArchives } from '#modules/platform/contract/tenant/sys-tenant.ts';
import { linkTo } from '../file/file-links.ts';
import { readTenant, type TenantRow } from './sys-tenant.ts';

const kind = 'archive';
const bizType = 'platform.sysTenant';
const perBatch = 1_000;
const keptDays = 180;

/** What lets somebody in is no part of an archive. Personal numbers stay sealed, as they lie in the tables. */
const secrets = [
  'password_hash',
  'mfa_secret',
  'mfa_secret_enc',
  'secret_enc',
  'token_hash',
  'code_hash',
  'ticket_hash',
];
const without = /session|token|recovery_code|password_history|ticket|captcha|nonce|idempotency|outbox|unsealed/;

/** Asked for in the transaction that closes the tenant: a closing that comes to nothing leaves no archive. */
export const startArchive = (call: Call, tenant: TenantRow): Promise<number> =>
  call.jobs.enqueue(call, {
    kind,
    title: call.say('platform.tenantDetails.archiveTitle', { no: tenant.tenantNo, name: tenant.tenantName }),
    screenPath: '/tenant/tenantInfo',
    params: { tenantNo: tenant.tenantNo, id: tenant.id },
  });

async function tablesOf(database: Database, tenantNo: number): Promise<string[]> {
  const [rows] = await database.read<[{ name: string }]>(systemScope(tenantNo, kind), {
    text: `select s.table_name as name from kit.table_scope s
           where s.scope_class <> 'global' and s.options -> 'view' is null and has_table_privilege(s.table_name, 'select')
             and exists (select 1 from pg_attribute a where a.attrelid = s.table_name::regclass and a.attname = 'tenant_no' and not a.attisdropped)
           order by s.table_name`,
    values: [],
  });
  return rows.map((row) => row.name).filter((name) => !without.test(name));
}

async function write(out: Gzip, line: string): Promise<void> {
  if (!out.write(`${line}\n`)) await once(out, 'drain');
}

/** One table as it is at one moment, a thousand rows in memory at a time. */
async function writeTable(database: Database, out: Gzip, tenantNo: number, name: string): Promise<number> {
  return database.transaction(systemScope(tenantNo, kind), async (tx) => {
    // No statement of its kind takes parameters; the name is one of `tablesOf`, the number is one.
    await tx.query(
      `declare archived cursor for select jsonb_build_object('table', '${name}', 'row', to_jsonb(t) - '{${secrets.join()}}'::text[])::text as line
       from ${name} t where t.tenant_no = ${Number(tenantNo)}`,
    );
    let rows = 0;
    for (;;) {
      const batch = await tx.query<{ line: string }>(`fetch ${perBatch} from archived`);
      for (const { line } of batch) await write(out, line);
      rows += batch.length;
      if (batch.length < perBatch) return rows;
    }
  });
}

/** Every row of the tenant, one JSON object a line, begun by a line that says whose it is and when it was made. */
async function work(run: JobRun): Promise<JobOutcome> {
  const { tenantNo, id } = run.row.params as { tenantNo: number; id: number };
  const path = join(tmpdir(), `mulian-archive-${run.row.id}-${run.row.attempts}.ndjson.gz`);
  const out = createGzip();
  const done = finished(out.pipe(createWriteStream(path, { mode: 0o600 })));
  let rows = 0;
  try {
    const tables = await tablesOf(run.database, tenantNo);
    await write(out, JSON.stringify({ tenantNo, madeAt: new Date().toISOString(), tables }));
    for (const [at, name] of tables.entries()) {
      rows += await writeTable(run.database, out, tenantNo, name);
      if (!(await run.progress(at + 1, tables.length))) return { status: 'cancelled' };
    }
    out.end();
    await done;
    const day = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
    // Not the job's result: results leave after days, this stays for half a year.
    await saveFile(
      { database: run.database, scope: systemScope(0, kind) },
      { source: path, name: `${tenantNo}-${day}.ndjson.gz`, mime: 'application/gzip', bizType, bizId: id },
    );
    return { status: 'succeeded', message: run.say('platform.tenantDetails.archived', { n: rows }) };
  } finally {
    out.destroy();
    await rm(path, { force: true });
  }
}

export const registerArchiveJob = (): void => registerJob(kind, work);

export const archiveRoutes = (): Route[] => [
  serve('platform', tenantArchives, async (call) => {
    const { id } = await readTenant(call, call.query.tenantNo);
    const [rows] = await call.database.read<
      [{ fileId: number; fileName: string; size: number; sha256: string; createdAt: string; keepUntil: string }]
    >(systemScope(0, kind), {
      text: `select id as "fileId", file_name as "fileName", size::float8 as size, sha256, created_at as "createdAt", created_at + make_interval(days => $3) as "keepUntil"
             from kit.file where biz_type = $1 and biz_id = $2 and status = 'linked' and mime = 'application/gzip' order by id desc`,
      values: [bizType, id, keptDays],
    });
    return rows.map((row) => ({ ...row, url: linkTo(call.actor, row.fileId) }));
  }),
];
