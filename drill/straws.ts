import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { appLogin, piiKeys } from '#db/settings.ts';
import { Database, type Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { breedingServer } from '#modules/breeding/server/index.ts';
import { balancesOf } from '#modules/breeding/server/report/straw-balance.ts';
import { bookLot, depotServer, postMoves } from '#modules/depot/server/index.ts';
import { registerAnimals, registryServer } from '#modules/registry/server/index.ts';
import { tokenOf } from '../bench/world.ts';
import { knowRegions } from '../demo/animals.ts';
import { ledgerDifferences } from './crash-check.ts';
import { copyWorld, day, dropCopy, figure, tenant } from './fixtures.ts';
import { Program } from './program.ts';
import { Report } from './report.ts';
import { type Answer, send } from './wire.ts';

interface Technician {
  readonly username: string;
  readonly staffId: number;
  readonly depotId: number;
  readonly village: number;
  readonly materialId: number;
  readonly sireCode: string;
  readonly lotId: number;
  readonly cows: { readonly id: number; readonly earTag: string }[];
  readonly token: string;
}
const scope = systemScope(tenant, 'drill');
const clients = 8;
const everything = { from: '2000-01-01', to: '2099-12-31', range: [0, 1e12] as const, breed: null };

/** Technicians with a tank of their own, each with cows nobody has served and straws of a bull that is not their father. */
async function technicians(db: Client, database: Database, cows: number, straws: number): Promise<Technician[]> {
  const { rows } = await db.query<Omit<Technician, 'cows' | 'token' | 'lotId'> & { holder: number; user: number }>(
    `select distinct on (u.username) u.username, u.id::int as user, s.id::int as "staffId", d.id::int as "depotId",
       p.region_code::float8 as village, p.id::int as holder, k.material_id::int as "materialId", k.sire_code as "sireCode"
     from depot.depot d join breeding.semen_tank t on t.depot_id = d.id join registry.staff s on s.id = d.staff_id
       join platform.sys_user u on u.id = s.user_id join breeding.straw_stock k on k.depot_id = d.id
       join breeding.seed_animal n on n.tenant_no = $1 and n.sire_code = k.sire_code and n.status = 'active'
       join breeding.duty_seen y on y.staff_id = s.id and y.to_on is null
       join registry.principal p on p.region_code = y.village_code and p.status = 'active' and p.principal_unit_type = 'household'
     where u.username ~ '^breed[0-9]+$' and k.semen_kind = 'conventional' order by u.username, p.id limit $2`,
    [tenant, clients],
  );
  const made: Technician[] = [];
  for (const [at, { holder, user, ...one }] of rows.entries()) {
    await db.query(
      'update breeding.semen_tank set is_dry = false, last_level_pct = 90, dry_on = current_date + 60 where depot_id = $1',
      [one.depotId],
    );
    const lotNo = `D${randomUUID().slice(0, 8)}`;
    await db.query(
      `insert into breeding.semen_batch (tenant_no, sire_code, semen_kind, lot_no, produced_on, straw_ml, qc)
       values ($1, $2, 'conventional', $3, current_date - 90, 0.25, 'pass')`,
      [tenant, one.sireCode, lotNo],
    );
    const lotId = await database.transaction(scope, async (tx) => {
      const lot = await bookLot(tx, { materialId: one.materialId, lotNo, expireOn: null });
      await postMoves(tx, [move(one, lot.id, straws, 'purveyor', 'depot')]);
      return lot.id;
    });
    const county = Math.floor(one.village / 1e6);
    const own: number[] = [];
    for (let from = 0; from < cows; from += 500)
      own.push(
        ...(
          await database.transaction(scope, (tx) =>
            registerAnimals({ ...tx, scope: { ...tx.scope, userId: user } }, {
              entryKind: 'backlog',
              principalId: holder,
              wornOn: day(-100),
              staffId: null,
              animals: Array.from({ length: Math.min(500, cows - from) }, (_, n) => ({
                tag: `2${county}8${at}${String(from + n).padStart(6, '0')}`,
                species: 'cattle',
                breed: 'simmental',
                sex: 'female',
                birthDate: day(-1500),
              })),
            } as never),
          )
        ).animalIds,
      );
    const { rows: found } = await db.query<{ id: number; earTag: string }>(
      'update registry.animal set parity = 2 where id = any ($1) returning id::int as id, ear_tag as "earTag"',
      [own],
    );
    made.push({ ...one, lotId, cows: found, token: await tokenOf(db, one.username) });
  }
  return made;
}

type Side = 'purveyor' | 'depot' | 'loss';
/** One entry of the ledger, as the papers of a store write it. */
const move = (
  { depotId, materialId }: Pick<Technician, 'depotId' | 'materialId'>,
  lotId: number,
  qty: number,
  from: Side,
  to: Side,
) => ({
  moveKind: to === 'depot' ? ('in' as const) : ('out' as const),
  materialId,
  lotId,
  from: from === 'depot' ? { kind: 'depot' as const, id: depotId } : { kind: from },
  to: to === 'depot' ? { kind: 'depot' as const, id: depotId } : { kind: to },
  qty,
  bizDate: day(-1),
  docType: to === 'depot' ? 'purchaseIn' : to === 'loss' ? 'useOut' : 'purchaseReturn',
  docNo: `DR-${randomUUID().slice(0, 8)}`,
  ...(to === 'loss' && { reason: 'destroy' }),
});

interface Told {
  services: number;
  voids: number;
  returns: number;
  breakages: number;
  /** Calls that were not answered in time and made again. */
  silences: number;
  refused: Map<string, number>;
}

/** One at work: serves, breaks a straw while thawing, takes a service back, hands straws in, destroys some. */
async function work(port: number, database: Database, own: Technician, turns: number, told: Told): Promise<void> {
  const done: { id: number; version: number }[] = [];
  const refused = ({ code, bizCode }: Answer) => {
    const name = bizCode ?? String(code);
    told.refused.set(name, (told.refused.get(name) ?? 0) + 1);
  };
  /** Who hears nothing asks again under the same key: it is done once. */
  const ask = async (path: string, body: object): Promise<Answer> => {
    const key = randomUUID();
    for (;;)
      try {
        return await send(port, { path, token: own.token, body, key });
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        told.silences += 1;
      }
  };
  let next = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const dice = Math.random();
    if (dice < 0.15 && done.length > 0) {
      const one = done.splice(Math.floor(Math.random() * done.length), 1)[0] as (typeof done)[0];
      const answer = await ask('ant/breed/service/void', { ...one, reason: '录错' });
      if (answer.code === 200) told.voids += 1;
      else refused(answer);
      continue;
    }
    if (dice < 0.25) {
      const isBroken = dice < 0.2;
      await database.transaction(scope, (tx) =>
        postMoves(tx, [move(own, own.lotId, 1, 'depot', isBroken ? 'loss' : 'purveyor')]),
      );
      told[isBroken ? 'breakages' : 'returns'] += 1;
      continue;
    }
    const cow = own.cows[next++ % own.cows.length] as Technician['cows'][0];
    const isBroken = Math.random() < 0.05;
    const answer = await ask('ant/breed/service/add', {
      clientKey: randomUUID(),
      rows: [
        {
          animalId: cow.id,
          earTag: cow.earTag,
          servedAt: `${day(-1)}T09:00:00+08:00`,
          method: 'frozenAi',
          sireCode: own.sireCode,
          lotId: own.lotId,
          straws: 1,
          ...(isBroken && { wasted: 1, wasteReason: 'broken' }),
          heatSeenAt: `${day(-1)}T01:00:00+08:00`,
          ack: ['hardCalving', 'offDirection', 'kin'],
        },
      ],
    });
    if (answer.code !== 200) {
      refused(answer);
      continue;
    }
    told.services += 1;
    if (isBroken) told.breakages += 1;
    const [saved] = (answer.data as { saved: { id: number }[] }).saved;
    if (saved) done.push({ id: saved.id, version: 0 });
  }
}

/** Five levels, from the prefecture to the village, and each its own person: what the reports say against a count of the records. */
async function levels(port: number, db: Client, report: Report, people: readonly Technician[]): Promise<void> {
  const token = await tokenOf(db, 'breed_pref1');
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: { authorization: token } });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Sheet };
    if (code !== 200) throw new Error(`${path}: ${msg}`);
    return data;
  };
  let differ = 0;
  let asked = 0;
  const same = (told: number | undefined, truth: number) => {
    asked += 1;
    if (told !== truth) differ += 1;
  };
  const range = (code: number) => {
    const width = code % 1e8 === 0 ? 1e8 : code % 1e6 === 0 ? 1e6 : code % 1e3 === 0 ? 1e3 : 1;
    return [code, code + width];
  };
  const villages = [...new Set(people.map((one) => one.village))];
  const places = [
    ...new Set([
      150500000000,
      ...villages.flatMap((one) => [Math.floor(one / 1e6) * 1e6, Math.floor(one / 1e3) * 1e3, one]),
    ]),
  ];
  for (const place of places) {
    const period = `from=${day(-30)}&to=${day()}&regionCode=${place}`;
    const conception = await read(`improve/stat/conception?${period}`);
    same(
      conception.total?.heats ?? 0,
      await figure(
        db,
        `select count(*) from breeding.insemination where tenant_no = $1 and shot_no = 1 and status <> 'voided'
           and region_code >= $2 and region_code < $3 and served_on between $4 and $5`,
        [tenant, ...range(place), day(-30), day()],
      ),
    );
    const straws = await read(`ant/breed/ledger/balance?${period}`);
    const used = await figure(
      db,
      `select coalesce(sum(case when m.to_kind = 'use' then m.qty else -m.qty end), 0) from breeding.straw_move m
         join depot.depot d on d.id = case when m.to_kind = 'depot' then m.to_id else m.from_id end
       where m.tenant_no = $1 and 'use' in (m.to_kind, m.from_kind) and m.biz_date between $4 and $5
         and d.region_code >= $2 and d.region_code < $3`,
      [tenant, ...range(place), day(-30), day()],
    );
    same(straws.total?.used ?? 0, used);
    same(straws.total?.difference ?? 0, 0);
    same(straws.total?.recordGap ?? 0, 0);
  }
  for (const by of ['unit', 'tank', 'lot'])
    for (const row of (await read(`ant/breed/ledger/balance?from=${day(-30)}&to=${day()}&by=${by}`)).rows) {
      same(row.difference, 0);
      same(row.recordGap, 0);
    }
  for (const one of people) {
    const told = await read(`improve/stat/conception?from=${day(-30)}&to=${day()}&by=technician`);
    same(
      told.rows.find((row) => String(row.key) === String(one.staffId))?.heats,
      await figure(
        db,
        `select count(*) from breeding.insemination where tenant_no = $1 and technician_id = $2 and shot_no = 1
           and status <> 'voided' and served_on between $3 and $4`,
        [tenant, one.staffId, day(-30), day()],
      ),
    );
  }
  report.add(`figures that differ from their records, of ${asked} by place, unit, tank, lot and person`, differ, 0);
}
interface Sheet {
  readonly total: Record<string, number> | null;
  readonly rows: readonly Record<string, number>[];
}

/** The control: a straw taken behind the books must be seen. */
async function control(db: Client, database: Database, report: Report, own: Technician): Promise<void> {
  await db.query('update depot.stock_balance set qty = qty - 1 where depot_id = $1 and lot_id = $2', [
    own.depotId,
    own.lotId,
  ]);
  const rows = await database.transaction(scope, (tx: Tx) => balancesOf(tx, everything));
  const seen = rows.filter((row) => row.difference !== 0).length;
  report.add('control: tanks and lots that differ after a straw was taken behind the books', seen, 1);
}

/** Straws through eight pairs of hands: what lies in the tanks, what the papers say and what the reports show is the same. */
export async function drillStraws({ turns }: { readonly turns: number }): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('straws');
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: clients });
  for (const server of [registryServer(), depotServer(), breedingServer()]) await server.start?.(database);
  await database.transaction(scope, knowRegions);
  const api = await Program.start('api', { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' });
  try {
    const each = Math.ceil(turns / clients);
    const people = await technicians(db, database, Math.ceil(each * 0.8), each * 2);
    const told: Told = { services: 0, voids: 0, returns: 0, breakages: 0, silences: 0, refused: new Map() };
    await Promise.all(people.map((one) => work(api.port, database, one, each, told)));
    const { services, voids, returns, breakages } = told;
    report.add(
      'services, voids, returns and breakages by eight clients',
      `${services}, ${voids}, ${returns}, ${breakages}`,
      `about ${turns} together`,
      services + voids + returns + breakages >= turns * 0.9,
    );
    report.add('calls without an answer in time, made again under the same key', told.silences, 'told only', true);
    if (told.refused.size > 0)
      report.add('refused', [...told.refused].map(([name, n]) => `${n} × ${name}`).join(', '), 'told only', true);
    const rows = await database.transaction(scope, (tx) => balancesOf(tx, everything));
    report.add(
      `tanks and lots (of ${rows.length}) whose moves, stock or services differ`,
      rows.filter((row) => row.difference !== 0 || row.recordGap !== 0).length,
      0,
    );
    report.add(
      'stock ledger: stores and lots whose entries differ from the balance',
      await ledgerDifferences(database),
      0,
    );
    const events = await figure(
      db,
      `select count(*) from breeding.insemination i where i.tenant_no = $1 and i.animal_id = any ($2) and i.status <> 'voided'
         and not exists (select 1 from breeding.breeding_cycle c where c.id = i.cycle_id and c.animal_id = i.animal_id)`,
      [tenant, people.flatMap((one) => one.cows.map((cow) => cow.id))],
    );
    report.add('services outside of a cycle of their cow', events, 0);
    await levels(api.port, db, report, people);
    await control(db, database, report, people[0] as Technician);
  } finally {
    await api.stop();
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}
