import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { appLogin, databaseSettings, piiKeys, superuserLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { depotServer, postMoves } from '#modules/depot/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { tokenOf } from '../bench/world.ts';
import { ledgerDifferences } from './crash-check.ts';
import { copyWorld, day, dropCopy, figure, tenant } from './fixtures.ts';
import { drillTag, type Fixtures, makeFixtures } from './flows.ts';
import { Program } from './program.ts';
import { Report } from './report.ts';
import { type Answer, type Ask, send } from './wire.ts';

const crowd = 16;

interface Place {
  readonly db: Client;
  readonly database: Database;
  readonly fixtures: Fixtures;
  readonly report: Report;
  /** All at the same moment, over two servers; answers as they come. */
  readonly atOnce: (asks: readonly Ask[]) => Promise<Answer[]>;
  readonly one: (ask: Ask) => Promise<Answer>;
}

const codes = (answers: readonly Answer[]): string => {
  const times = new Map<string, number>();
  for (const { code, bizCode } of answers) {
    const name = bizCode ?? String(code);
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return [...times]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, n]) => `${n} × ${name}`)
    .join(', ');
};
const won = (answers: readonly Answer[]) => answers.filter((one) => one.code === 200).length;

/** T7: many want the same thing at the same moment; one gets it, the others are told so, and the sums are right. */
export async function drillRaces({ rounds }: { rounds: number }): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('races');
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: 2 });
  await registryServer().start?.(database);
  await depotServer().start?.(database);
  await preventionServer().start?.(database);
  const environment = { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' };
  const servers = await Promise.all([Program.start('api', environment), Program.start('api', environment)]);
  try {
    const fixtures = await makeFixtures(db, database, crowd * rounds, { boxDoses: 1, storeDoses: 100 });
    const portOf = (n: number) => servers[n % servers.length]?.port ?? 0;
    const place: Place = {
      db,
      database,
      fixtures,
      report,
      atOnce: (asks) => Promise.all(asks.map((ask, n) => send(portOf(n), ask))),
      one: (ask) => send(portOf(0), ask),
    };
    for (let round = 0; round < rounds; round += 1) await lastDose(place, round);
    await lastOfStore(place);
    for (let round = 0; round < rounds; round += 1) await sameEdit(place);
    for (let round = 0; round < rounds; round += 1) await sameKey(place);
    for (let round = 0; round < rounds; round += 1) await sameTag(place, round);
    await twoDecide(place);
    report.add(
      'stock ledger: stores and lots whose entries differ from the balance',
      await ledgerDifferences(database),
      0,
    );
    const below = await figure(
      db,
      'select count(*) from depot.stock_balance where qty < 0 or reserved < 0 or reserved > qty',
    );
    report.add('balances below nothing', below, 0);
    await unguarded(report, settings.database);
  } finally {
    await Promise.all(servers.map((one) => one.stop()));
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}

const registration = (fixtures: Fixtures, principalId: number, tag: string): Ask => ({
  path: 'pri/animal/entry/register',
  token: fixtures.tokens.worker,
  key: randomUUID(),
  body: {
    entryKind: 'backlog',
    principalId,
    wornOn: day(-60),
    animals: [{ tag, species: 'cattle', breed: 'simmental', sex: 'female', birthDate: day(-700) }],
  },
});

/** One dose in the box, sixteen sheets that need it. */
async function lastDose({ db, database, fixtures, report, atOnce }: Place, round: number): Promise<void> {
  const { depotId, materialId, lotId } = fixtures.box;
  if (round > 0)
    await database.transaction(systemScope(tenant, 'drill'), (tx) =>
      postMoves(tx, [
        {
          moveKind: 'in',
          materialId,
          lotId,
          from: { kind: 'purveyor' },
          to: { kind: 'depot', id: depotId },
          qty: 1,
          bizDate: day(),
          docType: 'otherIn',
          lineId: 1 + round,
        },
      ]),
    );
  const places = Array.from({ length: crowd }, (_, n) => round * crowd + n);
  const token = fixtures.tokens.worker;
  const born = await atOnce(
    places.map((at) => registration(fixtures, fixtures.households[at] as number, drillTag(1, at, 0))),
  );
  const herds = await atOnce(born.map(({ data }) => ({ path: `pri/animal/entry/animals?id=${data?.entryId}`, token })));
  const asks = places.map((at, n): Ask => {
    const clientKey = randomUUID();
    return {
      path: 'ant/visit/add',
      token,
      key: clientKey,
      body: {
        clientKey,
        mode: 'season',
        principalId: fixtures.households[at],
        visitedOn: day(),
        result: 'done',
        photos: [fixtures.photos[at]],
        lines: [{ vaccineCode: 'fmdOA', materialId, lotId }],
        animals: (herds[n]?.data ?? []).map((one: { id: number }) => ({ animalId: one.id, result: 'done' })),
      },
    };
  });
  const answers = await atOnce(asks);
  const left = await figure(db, 'select coalesce(sum(qty), 0) from depot.stock_balance where lot_id = $1', [lotId]);
  report.add(
    `the last dose of a box, ${crowd} sheets: saved, left in the box`,
    `${won(answers)}, ${left}`,
    `1, 0; told: ${codes(answers)}`,
    won(answers) === 1 && left === 0,
  );
}

/** A hundred doses in the store and thirty-two papers of five: twenty are posted. */
async function lastOfStore({ db, fixtures, report, atOnce, one }: Place): Promise<void> {
  const { depotId, materialId, lotId } = fixtures.store;
  const token = fixtures.tokens.keeper;
  const asks: Ask[] = [];
  for (let n = 0; n < 32; n += 1) {
    const lines = [{ materialId, lotId, unit: 'dose', unitQty: 5 }];
    const { data } = await one({
      path: 'pri/depot/materialOut/add',
      token,
      key: randomUUID(),
      body: { depotId, reason: 'use', bizDate: day(), lines },
    });
    const body = { id: data?.id, version: data?.version, name: 'post' };
    asks.push({ path: 'pri/depot/materialOut/transition', token, key: randomUUID(), body });
  }
  const answers = await atOnce(asks);
  const left = await figure(db, 'select sum(qty) from depot.stock_balance where lot_id = $1', [lotId]);
  report.add(
    '100 doses, 32 papers of 5 posted at once: posted, left',
    `${won(answers)}, ${left}`,
    `20, 0; told: ${codes(answers)}`,
    won(answers) === 20 && left === 0,
  );
}

const noticeForm = (fixtures: Fixtures, title: string) => ({
  type: 'notice',
  level: 'normal',
  title,
  content: '<p>请阅</p>',
  attachments: [],
  needReceipt: false,
  audience: { userIds: fixtures.receivers },
});

async function sameEdit({ db, fixtures, report, atOnce, one }: Place): Promise<void> {
  const token = fixtures.tokens.admin;
  const path = 'sys/notice/content';
  const { data } = await one({ path: `${path}/add`, token, key: randomUUID(), body: noticeForm(fixtures, '初稿') });
  const answers = await atOnce(
    Array.from({ length: crowd }, (_, n) => ({
      path: `${path}/edit`,
      token,
      key: randomUUID(),
      body: { ...noticeForm(fixtures, `第${n}稿`), id: data.id, version: data.version },
    })),
  );
  const version = await figure(db, 'select version from platform.sys_notice where id = $1', [data.id]);
  const stale = answers.filter((answer) => answer.status === 409).length;
  report.add(
    `one record edited by ${crowd}: saved, told 409, versions further`,
    `${won(answers)}, ${stale}, ${version - data.version}`,
    `1, ${crowd - 1}, 1`,
  );
}

async function sameKey({ db, fixtures, report, atOnce }: Place): Promise<void> {
  const title = `一次 ${randomUUID()}`;
  const ask = {
    path: 'sys/notice/content/add',
    token: fixtures.tokens.admin,
    key: randomUUID(),
    body: noticeForm(fixtures, title),
  };
  const answers = await atOnce(Array.from({ length: crowd }, () => ask));
  const ids = new Set(answers.map((answer) => answer.data?.id));
  const rows = await figure(db, 'select count(*) from platform.sys_notice where title = $1', [title]);
  report.add(
    `one key sent ${crowd} times: answered, different answers, rows`,
    `${won(answers)}, ${ids.size}, ${rows}`,
    `${crowd}, 1, 1`,
  );
}

async function sameTag({ db, fixtures, report, atOnce }: Place, round: number): Promise<void> {
  const tag = drillTag(9, round, 0);
  const answers = await atOnce(
    Array.from({ length: crowd }, (_, n) => registration(fixtures, fixtures.households[n] as number, tag)),
  );
  const rows = await figure(db, 'select count(*) from registry.animal where ear_tag = $1', [tag]);
  report.add(
    `one ear tag registered by ${crowd}: registered, animals`,
    `${won(answers)}, ${rows}`,
    `1, 1; told: ${codes(answers)}`,
    won(answers) === 1 && rows === 1,
  );
}

/** Two security officers decide on the same request, one with yes and one with no, again and again at the same moment. */
async function twoDecide({ db, fixtures, report, atOnce, one }: Place): Promise<void> {
  await db.query(
    `with twin as (insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id)
       select tenant_no, 'tl_sec_twin', '双', '双', principal_id from platform.sys_user where username = 'tl_sec' returning id, tenant_no)
     insert into platform.sys_user_role (tenant_no, user_id, role_id) select t.tenant_no, t.id, r.role_id from twin t, platform.sys_user_role r
       join platform.sys_user u on u.id = r.user_id where u.username = 'tl_sec'`,
  );
  const officers = [await tokenOf(db, 'tl_sec'), await tokenOf(db, 'tl_sec_twin')];
  const user = await figure(db, "select id from platform.sys_user where username = 'tl_audit'");
  const asked = await one({
    path: 'sys/user/resetPassword',
    token: fixtures.tokens.admin,
    key: randomUUID(),
    body: { id: user, reason: '本人忘记密码' },
  });
  const seen = await one({ path: `sys/approval/${asked.data?.approvalId}`, token: officers[0] as string });
  const answers = await atOnce(
    Array.from({ length: crowd }, (_, n) => ({
      path: 'sys/approval/decide',
      token: officers[n % 2] as string,
      key: randomUUID(),
      body: {
        id: seen.data?.id,
        version: seen.data?.version,
        decision: n % 4 < 2 ? 'approve' : 'reject',
        opinion: '同意',
      },
    })),
  );
  const done = await figure(
    db,
    `select count(*) from kit.oper_log where entity = 'sysApproval' and entity_id = $1 and result = 'ok' and action in ('approve', 'reject', 'decide')`,
    [seen.data?.id],
  );
  report.add(
    `one request decided ${crowd} times by two people: decided`,
    won(answers),
    `1; told: ${codes(answers)}; lines in the log: ${done}`,
    won(answers) === 1,
  );
}

/** The same last dose taken by reading first and writing then: the drill must see it sold more than once. */
async function unguarded(report: Report, database: string): Promise<void> {
  const clients = Array.from({ length: crowd }, () => new Client(superuserLogin(databaseSettings(database))));
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients as [Client, ...Client[]];
  await first.query('create table public.drill_dose (kind text primary key, n int not null)');
  await first.query("insert into public.drill_dose values ('unguarded', 1), ('guarded', 1)");
  const seen = await Promise.all(
    clients.map((one) => one.query("select n from public.drill_dose where kind = 'unguarded'")),
  );
  const sold = seen.filter(({ rows }) => rows[0].n >= 1).length;
  await Promise.all(clients.map((one) => one.query("update public.drill_dose set n = n - 1 where kind = 'unguarded'")));
  const taken = await Promise.all(
    clients.map((one) => one.query("update public.drill_dose set n = n - 1 where kind = 'guarded' and n >= 1")),
  );
  const guarded = taken.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  await Promise.all(clients.map((client) => client.end()));
  report.add('control, read first and write then: doses sold of the last one', sold, '> 1', sold > 1);
  report.add('the same by one guarded statement', guarded, 1);
}
