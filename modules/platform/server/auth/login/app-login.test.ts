import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings } from '#db/settings.ts';
import { cutSeals } from '#kit/server/audit/seal.ts';

/** What somebody could do who got hold of the program's own login, as they would: straight to the database. */
let world: World;
let app: Client;
beforeAll(async () => {
  world = await openWorld();
  app = new Client(appLogin(databaseSettings(world.name)));
  await app.connect();
  // Whatever scope they say they have.
  await app.query(`select set_config('app.tenant', '1505', false), set_config('app.system', '1', false)`);
  await app.query(
    `insert into kit.oper_log (tenant_no, module, entity, action) values (1505, 'platform', 'left', 'edit')`,
  );
});
afterAll(async () => {
  await app.end();
  await world.close();
});

const denied = { code: '42501' };

describe('with the program’s login', () => {
  it.each([
    'delete from kit.unsealed_row',
    "update kit.unsealed_row set row_hash = ''",
    "insert into kit.unsealed_row values (1505, 'oper', 1, now(), '')",
    `insert into kit.audit_seal (tenant_no, log_name, from_id, to_id, row_count, row_ids, from_time, to_time, row_marks, rows_root, prev_hash, seal_hash, sealed_at)
     values (1505, 'oper', 1, 1, 1, '{[1,2)}', now(), now(), '', '', '', '', now())`,
    "insert into kit.oper_log (tenant_no, happened_at, module, entity, action) values (1505, now() - interval '1 day', 'platform', 'x', 'edit')",
    "insert into kit.oper_log (tenant_no, module, entity, action, row_hash) values (1505, 'platform', 'x', 'edit', 'x')",
    "insert into platform.sys_login_log (tenant_no, username, result) values (1505, 'tl_admin', 'ok')",
    "insert into platform.sys_third_log (tenant_no, happened_at, direction, client_id, api_name, method, path, status_code, result, duration_ms) values (1505, now(), 'in', 'c', 'a', 'GET', 'p', 200, 'ok', 1)",
    "insert into kit.transition_history (tenant_no, entity, entity_id, name, from_status, to_status, made_at) values (1505, 'x', 1, 'x', 'a', 'b', now())",
    "insert into kit.audit_seal_file (tenant_no, log_name, day, last_seal_id, seal_hash, storage_key, sha256, written_at) values (1505, 'oper', '2020-01-01', 1, '', '', '', now())",
    'delete from kit.oper_log',
    "update kit.transition_history set remark = ''",
    "insert into kit.tenant_cell (tenant_no, cell, state) values (1505, 1, 'moving')",
    'delete from kit.doc_prefix',
    'select prevention.seed_tenant(1505, 150500000000)',
    "select prevention.refresh_stock(1505, '{1}')",
  ])('%s is refused', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject(denied);
  });

  it.each([
    "select * from prevention.check_figures(1504, '{150422101001}')",
    "select prevention.project_immunity(1504, '{1}')",
    "select prevention.refresh_holders(1504, '{1}')",
    'select prevention.build_plan(1504, 1, 0, 1000000000000)',
    'select prevention.build_routine(1504, 0, 1000000000000)',
    "select * from prevention.judge_season(1504, 1, '{1}')",
    "select * from prevention.judge_routine(1504, '{1}')",
    "select * from prevention.immunity_on(1504, '{1}', '{fmd}', current_date)",
    "select prevention.programme_of(1504, 'fmd', 'cattle', 'adult', 150422101001, current_date)",
    'select prevention.worker_of(1504, 150422101001)',
  ])('%s of another tenant is refused', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject(denied);
    // The caller's own is answered.
    await app.query('begin');
    await app.query(statement.replace('1504', '1505'));
    await app.query('rollback');
  });

  it('a row leaves the queue only inside a seal that names it', async () => {
    const [row] = (
      await app.query(
        `select row_id::int as id, row_hash as hash from kit.unsealed_row where log_name = 'oper' and tenant_no = 1505 order by row_id desc limit 1`,
      )
    ).rows;
    const last = (
      await app.query(
        `select seal_hash from kit.audit_seal where tenant_no = 1505 and log_name = 'oper' order by id desc limit 1`,
      )
    ).rows[0];
    const seal = {
      fromId: row.id,
      toId: row.id,
      rowCount: 1,
      rowIds: `{[${row.id},${row.id + 1})}`,
      fromTime: 0,
      toTime: 0,
      rowMarks: row.hash.slice(0, 8),
      rowsRoot: row.hash,
      prevHash: last?.seal_hash ?? '0'.repeat(64),
      sealHash: 'f'.repeat(64),
      sealedAt: new Date().toISOString(),
    };
    const save = (change: object) =>
      app.query(`select kit.save_seals('oper', $1)`, [JSON.stringify([{ ...seal, ...change }])]);
    for (const wrong of [
      { rowMarks: '00000000' },
      { prevHash: 'e'.repeat(64) },
      { rowCount: 2 },
      { rowIds: `{[${row.id},${row.id + 2})}`, toId: row.id + 1 },
      { rowIds: '{}', rowCount: 0, rowMarks: '' },
      { fromId: row.id + 1, toId: row.id + 1 },
    ])
      await expect(save(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: '23514' });
    await app.query(`select set_config('app.system', '', false)`);
    await expect(save({})).rejects.toMatchObject(denied);
    await app.query(`select set_config('app.system', '1', false)`);
    const waits = () =>
      app
        .query(`select 1 from kit.unsealed_row where log_name = 'oper' and row_id = $1`, [row.id])
        .then((found) => found.rowCount);
    expect(await waits()).toBe(1);
    // The worker's own way takes it.
    await cutSeals(world.database, new Date(Date.now() + 120_000));
    expect(await waits()).toBe(0);
  });

  it('logs are written as their writers do', async () => {
    const before = await world.sql('select count(*)::int as n from kit.oper_log where entity = $1', ['own']);
    await app.query(
      `insert into kit.oper_log (tenant_no, module, entity, action) values (1505, 'platform', 'own', 'edit')`,
    );
    const [row] = await world.sql(
      `select abs(extract(epoch from now() - happened_at)) < 60 as now, row_hash from kit.oper_log where entity = 'own'`,
    );
    expect(before[0].n).toBe(0);
    expect(row.now).toBe(true);
    expect(row.row_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
