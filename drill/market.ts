import { randomInt, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { DatabaseSettings } from '#db/settings.ts';
import { declaration, fitAnimals, hours, tonight } from '#modules/traceability/testing/fixtures.ts';
import { tokenOf } from '../bench/world.ts';
import { day, figure, tenant } from './fixtures.ts';
import { coversSql, policyOf, slotsSql, unitOf } from './insured.ts';
import type { People } from './people.ts';
import { fillBox } from './prepare.ts';
import { pause } from './program.ts';
import { buyers, packs } from './shop.ts';
import type { Answer, Stubborn } from './wire.ts';

interface Beast {
  readonly id: number;
  readonly tag: string;
}
/** What people of the other trades were told is done, and what they were told no to. */
export interface Told {
  readonly claims: Map<string, string>;
  readonly doses: Map<string, number>;
  readonly sales: Map<number, number>;
  readonly certificates: Map<string, number>;
  readonly orders: Map<string, number>;
  readonly bans: { from: number; to: number }[];
  readonly recalled: number[];
  readonly no: Map<string, number>;
  open: number;
}
export interface Market {
  readonly told: Told;
  readonly dosed: readonly Beast[];
  readonly insured: readonly Beast[];
  readonly firstOrder: number;
  readonly firstDose: number;
  readonly sku: number;
}

const names = ['ins1', 'vet1', 'farm1', 'qvet1', 'trace1'] as const;
type Tokens = Readonly<Record<(typeof names)[number], string>>;

/** What the trades need: insured animals, animals to sell and to treat, animals to send away, goods and buyers. */
async function prepare(db: Client, turns: number) {
  const sql = async <T>(text: string, values: unknown[] = []) => (await db.query(text, values)).rows as T[];
  const all = await fitAnimals({ sql } as never, 'farm1', turns * 3);
  const [dosed, sent, insured] = [0, 1, 2].map((n) => all.slice(n * turns, (n + 1) * turns)) as [
    Beast[],
    Beast[],
    Beast[],
  ];
  const [holder, insurer] = [await unitOf(db, 'house1'), await unitOf(db, 'ins1')];
  const ids = insured.map((one) => one.id);
  await sql(
    `update registry.animal a set principal_id = p.id, owner_id = p.id, region_code = p.region_code
     from registry.principal p where p.id = $1 and a.id = any ($2)`,
    [holder, ids],
  );
  // What the demo has insured already ends here, so that each has one cover.
  await sql(`update insurance.ins_policy_animal set status = 'ended' where animal_id = any ($1)`, [ids]);
  await sql('delete from insurance.ins_cover_slot where animal_id = any ($1)', [ids]);
  const policyId = await policyOf(db, insurer, holder);
  const covers = await sql<{ id: string }>(coversSql, [policyId, holder, ids, insured.map((one) => one.tag)]);
  await sql(slotsSql, [covers.map((one) => one.id)]);
  const [drug] = await sql<{ medicineId: number; materialId: number }>(
    `select k.parent_id::int as "medicineId", m.id::int as "materialId" from depot.material m
       join cure.medicine_pack k on k.material_id = m.id where m.tenant_no = $1 and m.material_no = 'SY-001'`,
    [tenant],
  );
  const form = await declaration({ sql } as never, 'farm1', []);
  const [farm] = await sql<{ region: number }>(
    `select p.region_code::float8 as region from registry.principal p join platform.sys_user u on u.principal_id = p.id
     where u.username = 'farm1'`,
  );
  const lots = await sql<{ id: number; version: number }>(
    `select id::int as id, version from traceability.trace_lot where tenant_no = $1 and status in ('released', 'shipped', 'sold')
     order by id limit 3`,
    [tenant],
  );
  const tokens = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await tokenOf(db, name)] as const)),
  ) as Tokens;
  const shoppers = await buyers(db, 24);
  const firstOrder = await figure(db, 'select coalesce(max(id), 0) from commerce.trade_order');
  const firstDose = await figure(db, 'select coalesce(max(id), 0) from cure.treatment');
  const { lastUnits } = await packs(db);
  return { dosed, sent, insured, drug, form, farm, lots, tokens, shoppers, firstOrder, firstDose, goods: lastUnits };
}

/** A blizzard with claims, a market day, an outbreak with bans, a recall and a busy shop, all at once. */
export async function openMarket(
  settings: DatabaseSettings,
  db: Client,
  people: People,
  turns: number,
): Promise<Market> {
  const at = await prepare(db, turns);
  await fillBox(settings, db, 'vet1', 1_000_000);
  const told: Told = {
    claims: new Map(),
    doses: new Map(),
    sales: new Map(),
    certificates: new Map(),
    orders: new Map(),
    bans: [],
    recalled: [],
    no: new Map(),
    open: 0,
  };
  const client: Stubborn = people.client;
  /** The answer's data; what was refused is counted by its reason. */
  const heard = (what: string, answer: Answer | null): Answer['data'] | null => {
    if (answer?.code === 200) return answer.data;
    if (!answer) told.open += 1;
    else {
      const why = `${what}: ${answer.bizCode ?? `${answer.code} ${answer.msg}`}`;
      told.no.set(why, (told.no.get(why) ?? 0) + 1);
    }
    return null;
  };
  const ask = (path: string, token: string, body: object, key: string = randomUUID()) =>
    client.ask({ path, token, key, body });
  /** One after the other until none is left, then rest. */
  const each = <T>(items: readonly T[], work: (item: T) => Promise<void>, rest = 400) => {
    const left = [...items];
    return async () => {
      const item = left.pop();
      if (item !== undefined) await work(item);
      await pause(item === undefined ? 1_000 : rest * (0.5 + Math.random()));
    };
  };

  const claim = each(at.insured, async ({ tag }) => {
    const requestKey = randomUUID();
    const answer = await ask('insuranceMgt/claim/report', at.tokens.ins1, {
      requestKey,
      earTags: [tag],
      occurredAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
      cause: 'calving',
      reporterName: '演练',
      phone: '13800138000',
      channel: 'phone',
      photos: [],
    });
    if (heard('claim', answer)) told.claims.set(requestKey, tag);
  });
  // A dose and a sale of one animal, at the same moment.
  const treatOrSell = each(at.dosed, async (one) => {
    const requestId = randomUUID();
    const given = ask('cure/treatment/add', at.tokens.vet1, {
      requestId,
      principalId: at.form.principalId,
      treatedOn: day(),
      species: 'cattle',
      cause: 'deworm',
      source: 'box',
      animals: [{ animalId: one.id }],
      lines: [{ ...at.drug, route: 'sc', dose: 0.02, dosePer: 'kg', doseUnit: 'mL' }],
    });
    await pause(Math.random() * 80);
    const sold = ask('pri/animal/change/submit', at.tokens.farm1, {
      changeType: 'saleOut',
      animalIds: [one.id],
      happenedOn: day(),
      buyerName: '某人',
      purpose: 'slaughter',
    });
    const [dose, sale] = [heard('dose', await given), heard('sale', await sold)];
    if (dose) told.doses.set(requestId, one.id);
    if (sale) told.sales.set(sale.id, one.id);
  });
  const send = each(at.sent, async (one) => {
    const saved = heard(
      'declaration',
      await ask('trace/quarantine/add', at.tokens.farm1, {
        ...at.form,
        departAt: hours(8),
        animals: [{ animalId: one.id }],
      }),
    );
    if (!saved) return;
    const officialNo = `15${randomInt(1e9, 9e9)}`;
    const steps = [
      [at.tokens.farm1, 'submit', {}],
      [at.tokens.qvet1, 'accept', { inspectAt: hours(1), inspectPlace: '场区' }],
      [at.tokens.qvet1, 'inspect', { temperatureFrom: 38.2, temperatureTo: 39.1, disinfected: true }],
      [at.tokens.qvet1, 'issue', { officialNo, validUntil: tonight(), vetWord: '已核对' }],
    ] as const;
    let version: number = saved.version;
    for (const [token, name, form] of steps) {
      const done = heard(name, await ask('trace/quarantine/transition', token, { id: saved.id, version, name, form }));
      if (!done) return;
      version = done.version ?? version + 1;
    }
    told.certificates.set(officialNo, one.id);
  });
  const shop = (token: string) => async () => {
    const requestId = randomUUID();
    const { productSkuId } = at.goods;
    const preview = await client.ask({
      path: 'selectionLib/order/preview',
      token,
      key: randomUUID(),
      body: { lines: [{ productSkuId, qty: 1 }] },
    });
    const order = preview?.data?.orders?.[0];
    if (!order) {
      heard('preview', preview);
      return pause(2_000);
    }
    const placed = heard(
      'order',
      await ask('selectionLib/order/place', token, {
        requestId,
        lines: [
          {
            productSkuId,
            qty: 1,
            seenPrice: order.lines[0].salePrice,
            seenSubsidised: order.lines[0].subsidisedQty ?? 0,
          },
        ],
        seenPayable: order.payable,
        receiverName: '买',
        receiverPhone: '13847500001',
        address: '一组',
        payMode: 'onReceipt',
      }),
    );
    if (placed) told.orders.set(requestId, placed[0].orderId);
    await pause(2_000 + Math.random() * 4_000);
  };
  // The disease is found, the roads are closed for a while, and opened again.
  const outbreak = async () => {
    await pause(8_000);
    const ban = heard(
      'ban',
      await ask('trace/ban/add', at.tokens.trace1, {
        regionCode: at.farm?.region,
        species: ['cattle'],
        direction: 'out',
        fromAt: new Date(Date.now() - 60_000).toISOString(),
        toAt: null,
        reason: 'drill',
      }),
    );
    if (!ban) return;
    const move = (version: number, name: string, more: object = {}) =>
      ask('trace/ban/transition', at.tokens.trace1, { id: ban.id, version, name, ...more });
    const ordered = heard('order ban', await move(ban.version, 'order'));
    if (!ordered) return;
    const from = Date.now();
    await pause(6_000);
    const to = Date.now();
    if (heard('lift ban', await move(ordered.version ?? ban.version + 1, 'lift', { remark: 'drill' })))
      told.bans.push({ from, to });
  };
  const recall = each(
    at.lots,
    async ({ id, version }) => {
      const done = await ask('trace/lot/transition', at.tokens.trace1, {
        id,
        version,
        name: 'recall',
        remark: 'drill',
      });
      if (heard('recall', done)) told.recalled.push(id);
    },
    10_000,
  );
  for (const work of [claim, claim, treatOrSell, send, send, outbreak, recall]) people.go(work);
  for (const token of at.shoppers) people.go(shop(token));
  const { dosed, insured, firstOrder, firstDose } = at;
  return { told, dosed, insured, firstOrder, firstDose, sku: at.goods.skuId };
}
