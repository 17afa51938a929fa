import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { insertAction } from '#modules/prevention/server/outbreak/investigation-action.ts';
import { insertPoints } from '#modules/prevention/server/outbreak/investigation-info.ts';
import { changeAnimals, setFlag } from '#modules/registry/server/index.ts';
import { as, shiftDay } from '../herds.ts';

interface Holder {
  readonly id: number;
  readonly name: string;
  readonly regionCode: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
}
interface Person {
  readonly id: number;
  readonly userId: number | null;
  readonly name: string;
}

/** One emergency that goes on: a positive herd, its contacts, a sale to another county. One routine look that found nothing. */
export async function saveInvestigations(tx: Tx, today: string): Promise<void> {
  await emergency(tx, today);
  await routine(tx, today);
}

const holdersOf = (tx: Tx, lo: number, hi: number, limit: number): Promise<Holder[]> =>
  tx.query<Holder>(
    `select p.id, p.principal_unit_name as name, p.region_code as "regionCode", p.longitude, p.latitude from registry.principal p
     where p.tenant_no = kit.tenant() and p.region_code >= $1 and p.region_code < $2 and p.status = 'active' and p.principal_unit_type = 'household'
     order by (select count(*) from registry.animal a where a.principal_id = p.id and a.status = 'inStock') desc, p.id limit $3`,
    [lo, hi, limit],
  );

const staffOf = (tx: Tx, county: number): Promise<Person[]> =>
  tx.query<Person>(
    `select s.id, s.user_id as "userId", s.name from registry.staff s join registry.principal p on p.id = s.principal_id
     where s.tenant_no = kit.tenant() and s.status = 'active' and p.principal_unit_type in ('authority', 'preventionStation') and p.region_code >= $1 and p.region_code < $1 + 1000000
     order by p.principal_level, s.id limit 4`,
    [county],
  );

async function emergency(tx: Tx, today: string): Promise<void> {
  const [index] = await holdersOf(tx, 150526100202, 150526100203, 1);
  const near = (await holdersOf(tx, 150526100000, 150526101000, 6)).filter((one) => one.id !== index?.id);
  const [buyer] = await holdersOf(tx, 150523000000, 150524000000, 1);
  const team = await staffOf(tx, 150526000000);
  if (!index || !buyer || team.length < 2 || near.length < 4) return;
  const [leader] = team as [Person];
  const sold = await tx.query<{ id: number }>(
    `select id from registry.animal where tenant_no = kit.tenant() and principal_id = $1 and status = 'inStock' and voided_at is null and entry_on < $2 and not quarantined and not pledged
     order by id limit 2`,
    [index.id, shiftDay(today, -20)],
  );
  if (sold.length > 0)
    await changeAnimals(as(tx, leader.userId), {
      changeType: 'handover',
      animalIds: sold.map((one) => one.id),
      happenedOn: shiftDay(today, -14),
      toPrincipalId: buyer.id,
      vehicleNo: '蒙GA7152',
      confirmedBy: buyer.id,
      mayCorrect: true,
    });
  const id = await insertAction(
    tx,
    {
      name: `布鲁氏菌病 · ${index.name}`,
      type: 'emergency',
      diseaseCode: 'brucellosis',
      regionCode: index.regionCode,
      regionCodes: [index.regionCode],
      indexPrincipalId: index.id,
      formCode: 'brucellosis',
      infectedKm: 3,
      threatenedKm: 10,
      longitude: index.longitude,
      latitude: index.latitude,
      startDate: shiftDay(today, -5),
      suspectedOn: shiftDay(today, -6),
      source: null,
    },
    leader.userId,
  );
  await tx.query(
    `update prevention.investigation_action set status = 'ongoing', leader_id = $2, team = $3, whole_stock = true, measures = $4, version = 2 where id = $1`,
    [
      id,
      leader.id,
      team.map((one) => one.id),
      '首发场易感动物就地隔离，禁止调出；污染圈舍、用具每日消毒；接触场同步采样；人员做好个人防护。',
    ],
  );
  for (const [name, from, to] of [
    ['issue', 'draft', 'issued'],
    ['begin', 'issued', 'ongoing'],
  ] as const)
    await recordTransition(
      tx,
      { userId: leader.userId, nickname: leader.name },
      { entity: 'prevention.investigationAction', entityId: id, name, from, to },
    );
  const held = await tx.query<{ id: number }>(
    `select id from registry.animal where tenant_no = kit.tenant() and principal_id = $1 and status = 'inStock' and voided_at is null and species in ('cattle', 'sheep', 'goat')`,
    [index.id],
  );
  await setFlag(
    tx,
    held.map((one) => one.id),
    'quarantined',
    true,
    `prevention.investigation:${id}`,
  );
  const [first, second, third, fourth] = near as [Holder, Holder, Holder, Holder];
  await insertPoints(tx, id, 'index', [index.id], leader.userId);
  await insertPoints(tx, id, 'contact', [first.id, second.id, buyer.id], leader.userId);
  await insertPoints(tx, id, 'zone', [third.id, fourth.id], leader.userId);
  const staff = team.slice(0, 2).map((one) => one.id);
  await fill(tx, id, index.id, {
    status: 'reviewed',
    visitedOn: shiftDay(today, -5),
    staff,
    ill: 3,
    firstSignOn: shiftDay(today, -17),
    answers: {
      signsSeen: ['abortion', 'orchitis'],
      abortions: 2,
      retainedAfterbirth: true,
      peopleIll: false,
      protected: true,
      likelySource: 'boughtIn',
      opinion: '近期流产2头，血清学阳性，首发场可能性大；14日前曾向开鲁县出售2头。',
    },
    movesOut: [
      {
        on: shiftDay(today, -14),
        principalId: buyer.id,
        counterpart: buyer.name,
        species: 'cattle',
        head: sold.length || 2,
        vehicle: '蒙GA7152',
      },
    ],
    movesIn: [
      {
        on: shiftDay(today, -33),
        principalId: null,
        counterpart: '鲁北镇牲畜交易市场',
        species: 'cattle',
        head: 4,
        vehicle: '蒙GB0388',
      },
    ],
  });
  await fill(tx, id, first.id, {
    status: 'reviewed',
    visitedOn: shiftDay(today, -4),
    staff,
    ill: 0,
    answers: {
      signsSeen: ['none'],
      peopleIll: false,
      protected: true,
      likelySource: 'unknown',
      opinion: '与首发场共用牧道，临床未见异常，已采样。',
    },
    movesIn: [
      {
        on: shiftDay(today, -22),
        principalId: index.id,
        counterpart: index.name,
        species: 'sheep',
        head: 2,
        vehicle: null,
      },
    ],
  });
  await fill(tx, id, second.id, {
    status: 'submitted',
    visitedOn: shiftDay(today, -2),
    staff,
    ill: 1,
    firstSignOn: shiftDay(today, -8),
    answers: {
      signsSeen: ['abortion'],
      abortions: 1,
      peopleIll: false,
      protected: false,
      likelySource: 'neighbour',
      opinion: '流产1头，待实验室结果。',
    },
  });
}

async function routine(tx: Tx, today: string): Promise<void> {
  const holders = await holdersOf(tx, 150521101000, 150521102000, 3);
  const team = await staffOf(tx, 150521000000);
  const [index] = holders;
  const [leader] = team;
  if (!index || !leader) return;
  const id = await insertAction(
    tx,
    {
      name: '宝龙山镇口蹄疫常规流行病学调查',
      type: 'routine',
      diseaseCode: 'fmd',
      regionCode: 150521101000,
      regionCodes: [150521101000],
      indexPrincipalId: null,
      formCode: 'fmd',
      infectedKm: 3,
      threatenedKm: 10,
      longitude: index.longitude,
      latitude: index.latitude,
      startDate: shiftDay(today, -90),
      suspectedOn: null,
      source: null,
    },
    leader.userId,
  );
  await tx.query(
    `update prevention.investigation_action set status = 'concluded', leader_id = $2, team = $3, conclusion = 'excluded', concluded_at = $4::date, end_date = $4::date, measures = $5, version = 3 where id = $1`,
    [
      id,
      leader.id,
      team.map((one) => one.id),
      shiftDay(today, -75),
      '各点临床未见异常，免疫档案完整；继续按季节免疫。',
    ],
  );
  await insertPoints(
    tx,
    id,
    'control',
    holders.map((one) => one.id),
    leader.userId,
  );
  for (const one of holders)
    await fill(tx, id, one.id, {
      status: 'reviewed',
      visitedOn: shiftDay(today, -84),
      staff: [leader.id],
      ill: 0,
      answers: { signsSeen: ['none'], mouthAndFeet: false, likelySource: 'unknown', opinion: '未见异常。' },
    });
}

interface Filled {
  readonly status: string;
  readonly visitedOn: string;
  readonly staff: readonly number[];
  readonly ill: number;
  readonly firstSignOn?: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly movesIn?: readonly object[];
  readonly movesOut?: readonly object[];
}

/** What every household says much the same, and what this one says. */
async function fill(tx: Tx, actionId: number, principalId: number, one: Filled): Promise<void> {
  const usual = {
    keeping: 'mixed',
    sharedPasture: true,
    staffCount: 2,
    immunityComplete: true,
    keptCold: true,
    feedSource: 'own',
    waterSource: 'well',
    visitors30: 3,
    vehicles30: 1,
    neighboursIll: false,
    disinfection: 'weekly',
    isolationPen: false,
    carcasses: 'collected',
    sampleCount: 5,
  };
  await tx.query(
    `update prevention.investigation_info set status = $3, visited_on = $4, investigator_ids = $5, ill = $6, first_sign_on = $7, answers = $8, moves_in = $9, moves_out = $10,
       shown_to = case when $3 = 'reviewed' then principal_id end, version = 1 where action_id = $1 and principal_id = $2`,
    [
      actionId,
      principalId,
      one.status,
      one.visitedOn,
      one.staff,
      one.ill,
      one.firstSignOn ?? null,
      JSON.stringify({ ...usual, ...one.answers }),
      JSON.stringify(one.movesIn ?? []),
      JSON.stringify(one.movesOut ?? []),
    ],
  );
}
