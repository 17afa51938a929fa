import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { appLogin, piiKeys } from '#db/settings.ts';
import { AppError } from '#kit/contract/errors.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { cureServer } from '#modules/cure/server/index.ts';
import { preventionServer } from '#modules/prevention/server/index.ts';
import { type ChangeInput, changeAnimals, registryServer, wouldRefuse } from '#modules/registry/server/index.ts';
import { tokenOf } from '../bench/world.ts';
import { copyWorld, day, dropCopy, figure, tenant } from './fixtures.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { type Answer, send } from './wire.ts';

export interface WithdrawalAsk {
  /** Tries to take an animal away that was given something. */
  readonly attempts: number;
  /** Of them: a dose and a sale of one animal at the same moment. */
  readonly races: number;
}
interface Beast {
  readonly id: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly species: string;
}
interface Place {
  readonly db: Client;
  readonly database: Database;
  readonly tokens: Readonly<Record<'vet1' | 'farm1' | 'kzzq_worker1', string>>;
  readonly report: Report;
  port(): number;
}
const scope = systemScope(tenant, 'drill');
const atOnce = 12;

/** Free animals of the field vet's county, a holder's own beside each other. */
const freeBeasts = async (db: Client, most: number, where = 'true'): Promise<Beast[]> =>
  (
    await db.query<Beast>(
      `select a.id::int as id, a.ear_tag as "earTag", a.principal_id::int as "principalId", a.species
       from registry.animal a
         join registry.principal p on p.id = a.principal_id and p.status = 'active'
       where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and a.pending_change_id is null
         and not a.quarantined and not a.pledged and not a.insured and a.owner_id = a.principal_id
         and a.region_code >= 150521000000 and a.region_code < 150522000000 and a.entry_on < current_date - 10
         and a.species in ('sheep', 'cattle') and ${where}
         and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = a.id)
       order by a.principal_id, a.species, a.id limit $2`,
      [tenant, most],
    )
  ).rows;

/** Deworms these, who wait for five weeks afterwards. */
async function dose({ db, tokens, port }: Place, beasts: readonly Beast[]): Promise<Answer> {
  const { rows } = await db.query<{ medicineId: number; materialId: number }>(
    `select k.parent_id::int as "medicineId", m.id::int as "materialId" from depot.material m
       join cure.medicine_pack k on k.material_id = m.id where m.tenant_no = $1 and m.material_no = 'SY-001'`,
    [tenant],
  );
  return send(port(), {
    path: 'cure/treatment/add',
    token: tokens.vet1,
    key: randomUUID(),
    body: {
      requestId: randomUUID(),
      principalId: beasts[0]?.principalId,
      treatedOn: day(),
      species: beasts[0]?.species,
      cause: 'deworm',
      source: 'box',
      animals: beasts.map((one) => ({ animalId: one.id })),
      lines: [{ ...rows[0], route: 'sc', dose: 0.02, dosePer: 'kg', doseUnit: 'mL' }],
    },
  });
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'passed',
    (error: unknown) => (error instanceof AppError ? (error.bizCode ?? String(error.code)) : String(error)),
  );
const take = (database: Database, input: ChangeInput) =>
  outcome(database.transaction(scope, (tx) => changeAnimals(tx, input)));

/** Every way an animal can leave by, as the function other modules call and as a request. */
const ways: Readonly<Record<string, (place: Place, one: Beast) => Promise<string>>> = {
  sale: ({ database }, { id }) =>
    take(database, {
      changeType: 'saleOut',
      animalIds: [id],
      happenedOn: day(),
      buyerName: '某人',
      purpose: 'slaughter',
    }),
  'sale, told of last week': ({ database }, { id }) =>
    take(database, {
      changeType: 'saleOut',
      animalIds: [id],
      happenedOn: day(-3),
      buyerName: '某人',
      purpose: 'fatten',
    }),
  handover: async ({ database, db }, { id, principalId }) => {
    const to = await figure(
      db,
      "select id from registry.principal where tenant_no = $1 and status = 'active' and id <> $2 order by id limit 1",
      [tenant, principalId],
    );
    return take(database, {
      changeType: 'handover',
      animalIds: [id],
      happenedOn: day(),
      toPrincipalId: to,
      purpose: 'slaughter',
    });
  },
  'slaughter at home': ({ database }, { id }) =>
    take(database, { changeType: 'homeSlaughter', animalIds: [id], happenedOn: day() }),
  slaughter: ({ database }, { id }) =>
    outcome(
      database.transaction(scope, async (tx) => {
        const [block] = await wouldRefuse(tx, { kind: 'slaughter', animalIds: [id], on: day() });
        if (block) throw new AppError(500, 'refused', { bizCode: block.bizCode });
      }),
    ),
  cull: ({ database }, { id }) =>
    take(database, { changeType: 'cull', animalIds: [id], happenedOn: day(), cause: 'injury', disposalWay: 'other' }),
  'request of the holder': async ({ tokens, port }, { id }) => {
    const answer = await send(port(), {
      path: 'pri/animal/change/submit',
      token: tokens.farm1,
      key: randomUUID(),
      body: { changeType: 'saleOut', animalIds: [id], happenedOn: day(), buyerName: '某人', purpose: 'slaughter' },
    });
    return answer.code === 200 ? 'passed' : (answer.bizCode ?? String(answer.code));
  },
  'entered anew elsewhere': async ({ tokens, port, db }, { earTag, principalId, species }) => {
    const to = await figure(
      db,
      `select id from registry.principal where tenant_no = $1 and status = 'active' and id <> $2
         and region_code between 150521000000 and 150521999999 order by id limit 1`,
      [tenant, principalId],
    );
    const answer = await send(port(), {
      path: 'pri/animal/entry/register',
      token: tokens.kzzq_worker1,
      key: randomUUID(),
      body: {
        entryKind: 'backlog',
        principalId: to,
        wornOn: day(-60),
        animals: [
          {
            tag: earTag,
            species,
            breed: species === 'cattle' ? 'simmental' : 'smallTailHan',
            sex: 'female',
            birthDate: day(-700),
          },
        ],
      },
    });
    return answer.code === 200 ? 'passed' : 'refused';
  },
};

/** Animals that are gone although they wait. */
export const leaked = (db: Client, beasts: readonly { readonly id: number }[]) =>
  figure(
    db,
    `select count(distinct a.id) from registry.animal a join cure.animal_withdrawal w on w.animal_id = a.id
     where a.id = any ($1) and a.status <> 'inStock' and w.status = 'open' and w.meat_until >= current_date`,
    [beasts.map((one) => one.id)],
  );

async function inCrowds<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const one = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** They were all given something: whoever tries to take one away is refused, by whatever way. */
async function standing(place: Place, attempts: number): Promise<void> {
  const { db, report } = place;
  const farm = await figure(db, "select principal_id from platform.sys_user where username = 'farm1'");
  const herds = [
    ...Map.groupBy(
      [
        ...(await freeBeasts(db, 20, `a.principal_id = ${farm}`)),
        ...(await freeBeasts(db, 40, `a.principal_id <> ${farm}`)),
      ],
      (one) => `${one.principalId} ${one.species}`,
    ).values(),
  ];
  for (const herd of herds) {
    const answer = await dose(place, herd);
    if (answer.code !== 200) throw new Error(answer.msg);
  }
  const beasts = herds.flat();
  const own = beasts.filter((one) => one.principalId === farm);
  const names = Object.keys(ways);
  const passed = new Map<string, number>(names.map((name) => [name, 0]));
  const other = new Map<string, number>();
  await inCrowds(
    Array.from({ length: attempts }, (_, n) => n),
    async (n) => {
      const name = names[n % names.length] as string;
      const among = name === 'request of the holder' ? own : beasts;
      const said = (await ways[name]?.(place, among[n % among.length] as Beast)) ?? 'passed';
      if (said === 'passed') passed.set(name, (passed.get(name) ?? 0) + 1);
      else if (!['withdrawal', 'refused'].includes(said)) other.set(said, (other.get(said) ?? 0) + 1);
    },
  );
  for (const [name, n] of passed) report.add(`${name}: passed of ${Math.floor(attempts / names.length)} tries`, n, 0);
  report.add(
    'refused for another reason than the withdrawal',
    [...other.values()].reduce((a, b) => a + b, 0),
    0,
  );
  report.add('animals that left although they wait', await leaked(db, beasts), 0);
}

/** Whoever was given something and stayed may race again. */
const stayed = async (db: Client, beasts: readonly Beast[]): Promise<Beast[]> => {
  const ids = beasts.map((one) => one.id);
  await db.query('delete from cure.animal_withdrawal where animal_id = any ($1)', [ids]);
  const { rows } = await db.query<{ id: number }>(
    "select id::int as id from registry.animal where id = any ($1) and status = 'inStock'",
    [ids],
  );
  const there = new Set(rows.map((row) => row.id));
  return beasts.filter((one) => there.has(one.id));
};

/** A dose and a sale of one animal come at the same moment, in two programs: whichever is first, never both. */
async function racing(place: Place, races: number): Promise<void> {
  const { db, database, report } = place;
  const tally = { ran: 0, both: 0, dosed: 0, sold: 0, left: 0 };
  const all = await freeBeasts(db, races);
  // The control needs some that nobody took away.
  const spared = all.slice(0, 40);
  let beasts = all.slice(40);
  while (beasts.length > 0 && tally.ran < races) {
    const round = beasts.slice(0, races - tally.ran);
    await inCrowds(round, async (one) => {
      const given = dose(place, [one]);
      await pause((one.id % 9) * 12);
      const [answer, sold] = await Promise.all([given, ways.sale?.(place, one)]);
      tally.ran += 1;
      if (answer.code === 200) tally.dosed += 1;
      if (sold === 'passed') tally.sold += 1;
      if (answer.code === 200 && sold === 'passed') tally.both += 1;
    });
    tally.left += await leaked(db, round);
    beasts = await stayed(db, round);
  }
  report.add(`races of a dose and a sale: both passed of ${tally.ran}`, tally.both, 0);
  report.add(
    'races: the dose won, the sale won',
    `${tally.dosed}, ${tally.sold}`,
    'each some',
    tally.dosed > 0 && tally.sold > 0,
  );
  report.add('races: animals that left although they wait', tally.left, 0);
  await askedOnce(place, database, spared);
}

/** The control: a sale that asks the guard when it is typed and not again when it takes effect. */
async function askedOnce(place: Place, database: Database, beasts: readonly Beast[]): Promise<void> {
  const { db, report } = place;
  await inCrowds(beasts, async (one) => {
    const given = dose(place, [one]);
    await pause((one.id % 9) * 12);
    const blocks = await database.transaction(scope, (tx) =>
      wouldRefuse(tx, { kind: 'saleOut', animalIds: [one.id], on: day() }),
    );
    await given;
    if (blocks.length === 0) await db.query("update registry.animal set status = 'sold' where id = $1", [one.id]);
  });
  const n = await leaked(db, beasts);
  report.add(`control, the guard asked once: of ${beasts.length} animals left although they wait`, n, 'some', n > 0);
}

/** No animal leaves in withdrawal: every way is tried, and races between a dose and a sale. */
export async function drillWithdrawal({ attempts, races }: WithdrawalAsk): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('withdrawal');
  provideKeys(piiKeys());
  const database = new Database(appLogin(settings), { max: 14 });
  for (const one of [registryServer(), preventionServer(), cureServer()]) await one.start?.(database);
  const environment = { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' };
  const servers = await Promise.all([Program.start('api', environment), Program.start('api', environment)]);
  try {
    await db.query(
      `update depot.stock_balance b set qty = 1000000 from depot.depot d join registry.staff s on s.id = d.staff_id
         join platform.sys_user u on u.id = s.user_id where b.depot_id = d.id and d.kind = 'box' and u.username = 'vet1'`,
    );
    const [vet1, farm1, worker] = await Promise.all(['vet1', 'farm1', 'kzzq_worker1'].map((name) => tokenOf(db, name)));
    let turn = 0;
    const place: Place = {
      db,
      database,
      report,
      tokens: { vet1: vet1 ?? '', farm1: farm1 ?? '', kzzq_worker1: worker ?? '' },
      port: () => {
        turn += 1;
        return servers[turn % servers.length]?.port ?? 0;
      },
    };
    await standing(place, attempts - races);
    await racing(place, races);
  } finally {
    await Promise.all(servers.map((one) => one.stop()));
    await database.close();
    await dropCopy({ settings, db });
  }
  return report;
}
