import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { allPowers } from '#modules/depot/server/document/rights.ts';
import { takeStep } from '#modules/depot/server/document/steps.ts';
import { consume, pick, postDoc, postMoves } from '#modules/depot/server/index.ts';
import { setQuality } from '#modules/depot/server/stock/lot.ts';
import { holdBalance } from '#modules/depot/server/stock/stock-balance.ts';
import { keepDay } from '#modules/depot/server/stock/stock-day.ts';
import type { Random } from '../random.ts';
import { demoMaterials } from './catalogue.ts';
import type { DepotWorld } from './stores.ts';

/** Vaccines of a season, doses for each township's fridge. */
const seasonal: readonly (readonly [no: string, doses: number])[] = [
  ['YM-001', 1200],
  ['YM-003', 800],
  ['YM-004', 400],
  ['YM-005', 800],
  ['YM-007', 400],
];
const counties = ['KZ-LK', 'KH-LK'] as const;
const towns: Readonly<Record<string, readonly [no: string, workers: readonly string[]][]>> = {
  'KZ-LK': [
    ['BLS-BX', ['kzzq_worker1', 'kzzq_worker2']],
    ['SBT-BX', []],
  ],
  'KH-LK': [['GQK-BX', ['kel_worker1']]],
};

const costOf = (no: string) => demoMaterials.find((one) => one.no === no)?.cost ?? 0;
/** The bottle's size, and the one a paper is written in. */
const packOf = (no: string) => demoMaterials.find((one) => one.no === no)?.packs[0] ?? { unit: 'piece', factor: 1 };

/** Two seasons of goods, from the prefecture's cold room to the last dose out of a box, and what goes wrong with them. */
export async function saveFlow(tx: Tx, world: DepotWorld, today: string, random: Random): Promise<void> {
  const flow = new Flow(tx, world, today, random);
  await flow.season(-225, 'S', 380);
  await flow.season(-42, 'A', 330);
  await flow.farm();
  await flow.office();
  await flow.stories();
  await keepDay(tx, flow.day(-1));
}

class Flow {
  readonly #tx: Tx;
  readonly #world: DepotWorld;
  readonly #today: string;
  readonly #random: Random;
  #visit = 0;

  constructor(tx: Tx, world: DepotWorld, today: string, random: Random) {
    this.#tx = tx;
    this.#world = world;
    this.#today = today;
    this.#random = random;
  }

  day(days: number): string {
    return new Date(Date.parse(this.#today) + days * 86_400_000).toISOString().slice(0, 10);
  }
  depot(no: string): number {
    const id = this.#world.depots.get(no);
    if (!id) throw new Error(`no store ${no}`);
    return id;
  }
  material(no: string): number {
    const id = this.#world.materials.get(no);
    if (!id) throw new Error(`no material ${no}`);
    return id;
  }
  keeper(no: string): number | null {
    return this.#world.keepers.get(no)?.userId ?? null;
  }

  receive(store: string, seller: string, no: string, qty: number, lotNo: string, days: number, expires: number | null) {
    const { unit, factor } = packOf(no);
    return postDoc(
      this.#tx,
      {
        docType: 'purchaseIn',
        depotId: this.depot(store),
        purveyorId: this.#world.purveyors.get(seller) ?? null,
        bizDate: this.day(days),
        temperature: /LK|BX/.test(store) ? 4.5 : null,
        lines: [
          {
            materialId: this.material(no),
            lotNo,
            unit,
            unitQty: qty / factor,
            // A paper says what the pack cost that was counted.
            unitCost: costOf(no) * factor,
            shortLifeReason: '上级调拨',
            ...(expires !== null && { producedOn: this.day(days - 40), expireOn: this.day(expires) }),
          },
        ],
      },
      this.keeper(store),
    );
  }

  issue(
    from: string,
    to: string,
    lines: readonly (readonly [no: string, qty: number])[],
    days: number,
    more: object = {},
  ) {
    return postDoc(
      this.#tx,
      {
        docType: 'issueOut',
        depotId: this.depot(from),
        toDepotId: this.depot(to),
        bizDate: this.day(days),
        receivedOn: this.day(Math.min(days + 1, 0)),
        purpose: 'daily',
        lines: lines.map(([no, qty]) => ({ materialId: this.material(no), unit: 'dose', unitQty: qty })),
        form: { temperature: 5, carrier: '配送员' },
        checker: this.keeper(to),
        ...more,
      },
      this.keeper(from),
    );
  }

  /** One season: received, sent down level by level, used out of boxes with a little lost in opened bottles. */
  async season(start: number, mark: string, shelf: number): Promise<void> {
    for (const [no, doses] of seasonal)
      for (const [at, part] of [0.6, 0.4].entries()) {
        const { factor } = packOf(no);
        const qty = Math.ceil((doses * 5 * part) / factor) * factor;
        await this.receive(
          'TL-LK',
          'vaccines',
          no,
          qty,
          `${no.slice(-3)}${mark}${at + 1}`,
          start,
          start + shelf + at * 60,
        );
      }
    for (const county of counties) {
      await this.issue(
        'TL-LK',
        county,
        seasonal.map(([no, doses]) => [no, doses * (towns[county]?.length ?? 1)]),
        start + 3,
      );
      for (const [town, workers] of towns[county] ?? []) {
        await this.issue(
          county,
          town,
          seasonal.map(([no, doses]) => [no, doses * 0.9]),
          start + 6,
        );
        for (const worker of workers) {
          await this.issue(
            town,
            worker,
            seasonal.slice(0, 3).map(([no, doses]) => [no, doses * 0.4]),
            start + 8,
          );
          await this.vaccinate(worker, start + 10);
        }
      }
    }
  }

  async vaccinate(worker: string, start: number): Promise<void> {
    for (const [no, doses] of seasonal.slice(0, 3)) {
      let left = doses * 0.4 - this.#random.int(20, 60);
      for (let day = start; left > 0; day = Math.min(day + this.#random.int(1, 4), -1)) {
        const heads = Math.min(left, this.#random.int(12, 48));
        left -= heads;
        this.#visit += 1;
        const { depotId, lots } = await consume(this.#tx, {
          depotId: this.depot(worker),
          materialId: this.material(no),
          qty: heads,
          headServed: heads,
          bizDate: this.day(day),
          source: { type: 'demo.visit', id: this.#visit },
        });
        const lot = lots.at(-1);
        if (lot && this.#visit % 4 === 0 && left > 10)
          await postMoves(this.#tx, [
            {
              moveKind: 'loss',
              materialId: this.material(no),
              lotId: lot.lotId,
              from: { kind: 'depot', id: depotId },
              to: { kind: 'loss' },
              qty: this.#random.int(1, 4),
              bizDate: this.day(day),
              docType: 'useOut',
              reason: 'openLoss',
              staffId: this.#world.keepers.get(worker)?.staffId ?? null,
            },
          ]);
      }
    }
  }

  /** The farm's own store: feed in every month, out every few days; drugs for its animals. */
  async farm(): Promise<void> {
    for (const month of [-86, -56, -26]) {
      await this.receive('DB-CK', 'feed', 'SL-001', 8000, `SL${-month}`, month, month + 120);
      for (let day = month + 2; day < month + 28; day += 4) {
        const { lots } = await pick(
          this.#tx,
          this.depot('DB-CK'),
          this.material('SL-001'),
          this.#random.int(700, 980),
          this.day(Math.min(day, -1)),
        );
        await postDoc(
          this.#tx,
          {
            docType: 'useOut',
            depotId: this.depot('DB-CK'),
            reason: 'use',
            bizDate: this.day(Math.min(day, -1)),
            lines: lots.map(({ lotId, qty }) => ({
              materialId: this.material('SL-001'),
              lotId,
              unit: 'kg',
              unitQty: qty,
            })),
            remark: '育肥舍投料',
          },
          this.keeper('DB-CK'),
        );
      }
    }
    await this.receive('DB-CK', 'farm drugs', 'SY-001', 2000, 'IV2607', -50, 500);
    await this.receive('DB-CK', 'farm drugs', 'SY-003', 1000, 'EN2606', -50, 26);
  }

  async office(): Promise<void> {
    await this.receive('KZ-CK', 'county drugs', 'XD-001', 300, 'XD2605', -70, 500);
    await this.receive('KZ-CK', 'county drugs', 'HC-001', 6000, '-', -70, null);
    await this.receive('KZ-CK', 'county drugs', 'SY-002', 3000, 'TM2603', -70, 22);
  }

  /** What is alive today: lots that run out, one that has, one on hold, one recalled, goods on the way, one paper short, one lot out of turn. */
  async stories(): Promise<void> {
    const lotOf = async (store: string, no: string) => {
      const [row] = await this.#tx.query<{ id: number }>(
        'select b.lot_id as id from depot.stock_balance b where b.depot_id = $1 and b.material_id = $2 and b.qty > 0 order by b.id desc limit 1',
        [this.depot(store), this.material(no)],
      );
      return row?.id ?? 0;
    };
    // Expired in a fridge, and two that will be soon.
    await this.receive('BLS-BX', 'vaccines', 'YM-009', 150, 'TJ2509', -60, -6);
    await this.receive('KZ-LK', 'county', 'YM-008', 240, 'BS2510', -45, 18);
    await this.receive('KZ-LK', 'county', 'YM-006', 600, 'SD2511', -45, 27);
    // Held after the fridge was warm for two hours.
    await inTenant(this.#tx, this.#tx.scope.tenantNo, 'stock', async (tx) =>
      holdBalance(
        tx,
        { depotId: this.depot('BLS-BX'), lotId: await lotOf('BLS-BX', 'YM-005') },
        '冰箱断电两小时，待评估',
      ),
    );
    // Recalled by its maker.
    await this.receive('KZ-LK', 'county', 'YM-002', 2000, 'FM26-0713', -40, 320);
    await this.issue('KZ-LK', 'BLS-BX', [['YM-002', 800]], -36);
    await this.issue('BLS-BX', 'kzzq_worker1', [['YM-002', 200]], -34);
    await this.vaccinateOnce('kzzq_worker1', 'YM-002', 96, -30);
    const recalled = await lotOf('KZ-LK', 'YM-002');
    await inTenant(this.#tx, this.#tx.scope.tenantNo, 'stock', (tx) =>
      setQuality(tx, recalled, 'recalled', '接种后死亡率偏高，厂家召回'),
    );
    // On the way: one for nine days, one since yesterday; one came twenty short.
    const slow = await this.issue('TL-LK', 'KZ-LK', [['YM-001', 500]], -9, { until: 'dispatched' });
    await this.#tx.query("update depot.stock_doc set dispatched_at = $2::date + time '10:00' where id = $1", [
      slow.id,
      this.day(-9),
    ]);
    await this.issue('KZ-LK', 'SBT-BX', [['YM-001', 50]], -1, { until: 'dispatched' });
    const lines = await this.issue('KZ-LK', 'BLS-BX', [['YM-004', 40]], -4, { until: 'dispatched' });
    await this.short(lines.id, 20);
    // Taken out of turn, with a reason.
    await this.skip();
  }

  async vaccinateOnce(worker: string, no: string, heads: number, days: number): Promise<void> {
    this.#visit += 1;
    await consume(this.#tx, {
      depotId: this.depot(worker),
      materialId: this.material(no),
      qty: heads,
      headServed: heads,
      bizDate: this.day(days),
      source: { type: 'demo.visit', id: this.#visit },
    });
  }

  async short(docId: number, missing: number): Promise<void> {
    const lines = await this.#tx.query<{ id: number; qty: number }>(
      'select id, qty from depot.stock_doc_line where doc_id = $1',
      [docId],
    );
    await takeStep(this.#tx, docId, 'receive', {
      form: { received: lines.map(({ id, qty }) => ({ lineId: id, qty: qty - missing, reason: '运输途中破损' })) },
      on: this.day(-3),
      powers: allPowers(this.keeper('BLS-BX')),
    });
  }

  async skip(): Promise<void> {
    const [later] = await this.#tx.query<{ id: number }>(
      `select b.lot_id as id from depot.stock_balance b join depot.lot l on l.id = b.lot_id where b.depot_id = $1 and b.material_id = $2 and b.qty >= 100 and l.quality = 'ok'
       order by l.expire_on desc limit 1`,
      [this.depot('KZ-LK'), this.material('YM-003')],
    );
    if (!later) return;
    await postDoc(
      this.#tx,
      {
        docType: 'issueOut',
        depotId: this.depot('KZ-LK'),
        toDepotId: this.depot('SBT-BX'),
        bizDate: this.day(-5),
        receivedOn: this.day(-4),
        purpose: 'emergency',
        lines: [
          {
            materialId: this.material('YM-003'),
            lotId: later.id,
            unit: 'dose',
            unitQty: 100,
            fefoReason: '路远，先发效期长的批次',
          },
        ],
        form: { temperature: 5, carrier: '配送员' },
      },
      this.keeper('KZ-LK'),
    );
  }
}
