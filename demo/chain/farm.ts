import { tendSheets } from '#modules/cure/server/prescription/prescription.ts';
import { endPassed } from '#modules/cure/server/withdrawal/animal-withdrawal.ts';
import { sessionPosted } from '#modules/device/server/extension-points.ts';
import { post, type Session, takeWeights } from '#modules/device/server/weighing/weigh-session.ts';
import { writeEntryCosts } from '#modules/farm/server/arrival/farm-animal-money.ts';
import { bookDrugCosts } from '#modules/farm/server/cost/treatment-cost.ts';
import { newIds } from '../commerce/bulk.ts';
import { drugToFollow, storeDrug } from '../commerce/drugs.ts';
import { shopOffers } from '../commerce/index.ts';
import type { Buyer } from '../commerce/order-plan.ts';
import { Book } from '../commerce/orders.ts';
import { saveSheet } from '../cure/prescriptions.ts';
import { animalOf, chainTag, days, kg, type Life } from './cast.ts';

/** Over the farm's own scale, read by it and not by hand. */
export async function weigh(life: Life, day: number, weight: number): Promise<void> {
  const { tx } = life;
  const farmId = life.unit('farm1');
  const by = life.as(await life.person('farm_work1'));
  const [session] = await by.query<Session>(
    `insert into device.weigh_session (tenant_no, region_code, principal_id, doc_no, device_id, species, purpose,
       started_at, ended_at, status, created_by)
     select $1, p.region_code, p.id, kit.doc_no('WS'),
       (select min(d.id) from device.device d where d.principal_id = p.id and d.kind = 'scale' and d.status = 'active'),
       'cattle', 'routine', $3, $3::timestamptz + interval '20 minutes', 'posted', $4
     from registry.principal p where p.id = $2
     returning id, doc_no as "docNo", principal_id as "principalId", region_code as "regionCode", species, purpose,
       status, ended_at as "endedAt"`,
    [tx.scope.tenantNo, farmId, life.at(day, 8), by.scope.userId],
  );
  if (!session) throw new Error('nothing was weighed');
  const one = { n: 1, at: life.at(day, 8), tag: chainTag, kg: weight, bcs: null, note: '过磅', manual: false };
  await takeWeights(by, session, [one]);
  await post(by, session);
  await sessionPosted.tell(by, session);
}

/** The farm's book has it since the day it came, with what it cost. */
export async function bookArrival(life: Life, cents: number): Promise<void> {
  const { tx } = life;
  const animal = await animalOf(tx, chainTag);
  await tx.query(
    `update farm.farm_animal set entered_on = $2, purpose = 'fattening', farm_no = 'LY-9018'
     where animal_id = $1 and status = 'live'`,
    [animal.id, life.on(days.moved)],
  );
  await writeEntryCosts(tx, life.unit('farm1'), cents, [{ animalId: animal.id, kg: kg.weighedIn }]);
}

/** Bought in the shop, signed into the farm's store, ordered on a sheet and given for three days; its meat waited until the last day. */
export async function fallIll(life: Life): Promise<void> {
  const { tx, world } = life;
  const random = world.random(9002);
  const drug = await drugToFollow(tx, shopOffers());
  const [buyer] = await tx.query<Buyer>(
    `select p.id, p.region_code as region, p.principal_unit_name as name, p.principal_unit_type as type, u.id as user
     from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'farm_clerk1'`,
  );
  if (!drug || !buyer) throw new Error('the shop has no drug that is known to the depots');
  const [orderId] = (await newIds(tx, 'commerce.trade_order', 1)) as [number];
  const book = new Book(tx, world.today, random, 900);
  await book.add(orderId, {
    status: 'completed',
    days: -days.drugOrdered,
    buyer,
    offers: [drug],
    qty: 2,
    payMode: 'onReceipt',
    story: 'drug',
  });
  await book.save();
  const store = await storeDrug(tx, orderId, life.on(days.drugOrdered + 1));
  if (!store) throw new Error('the drug did not reach the store');
  const animal = await animalOf(tx, chainTag);
  await saveSheet(tx, {
    patient: {
      id: animal.id,
      principalId: store.principalId,
      regionCode: buyer.region,
      weight: Math.round((kg.weighedYoung + kg.weighedWell) / 2),
      entryOn: life.on(days.moved),
    },
    order: ['支气管肺炎', ['SY-002', 'im', 0.08, 0, 3, null]],
    ago: -days.ill,
    given: 3,
    fate: undefined,
    today: world.today,
    random,
    store: { depotId: store.depotId, after: 0 },
  });
  await tendSheets(tx, world.today);
  await endPassed(tx, world.today);
  await tx.query(
    `update cure.treatment t set result = 'recovered' from cure.treatment_animal x
     where t.tenant_no = $1 and x.treatment_id = t.id and x.animal_id = $2`,
    [tx.scope.tenantNo, animal.id],
  );
  await bookDrugCosts(tx);
}
