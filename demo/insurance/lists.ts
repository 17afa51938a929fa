import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { publicityEnds } from '#kit/server/publicity.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { makeTask } from '#modules/insurance/server/check/ins-check-task.ts';
import { insertSafeTag, type SafeTag } from '#modules/insurance/server/check/ins-safe-tag.ts';
import { finishCheck } from '#modules/insurance/server/enrolment/finish-check.ts';
import { saveAccount } from '#modules/insurance/server/enrolment/ins-account.ts';
import { collate } from '#modules/insurance/server/enrolment/ins-collation.ts';
import { buildLists } from '#modules/insurance/server/enrolment/ins-enrolment.build.ts';
import { listOf } from '#modules/insurance/server/enrolment/ins-enrolment.moves.ts';
import { takeAnimals } from '#modules/insurance/server/enrolment/ins-enrolment-line.ts';
import { insertOrders } from '#modules/insurance/server/enrolment/ins-order.ts';
import { snapshotHash, snapshotOf } from '#modules/insurance/server/notice/ins-publicity.ts';
import { issue } from '#modules/insurance/server/policy/ins-policy.issue.ts';
import { allot, take, wearInsured } from '#modules/sign/server/index.ts';
import { onDay } from '../numbers.ts';
import type { DemoWorld } from '../part.ts';
import { counties } from '../places.ts';
import { type Catalogue, ofB } from './catalogue.ts';

/** How far a list has come. */
const steps = [
  'draft',
  'signing',
  'checking',
  'checked',
  'publicity',
  'publicised',
  'underwriting',
  'approved',
] as const;
type Step = (typeof steps)[number] | 'issued';

interface Wanted {
  /** These animals of one holder; else all of the village that are free. */
  readonly animalIds?: readonly number[];
  readonly village: number;
  readonly product: string;
  readonly months: number;
  readonly coverFrom: string;
  readonly to: Step;
}

export class Lists {
  readonly #tx: Tx;
  readonly #users: ReadonlyMap<string, number>;
  readonly #today: string;
  readonly #catalogue: Pick<Catalogue, 'insurerA' | 'insurerB' | 'versions'>;
  #serial: number;
  constructor(
    tx: Tx,
    users: ReadonlyMap<string, number>,
    today: string,
    catalogue: Pick<Catalogue, 'insurerA' | 'insurerB' | 'versions'>,
    serial = 0,
  ) {
    this.#serial = serial;
    this.#tx = tx;
    this.#users = users;
    this.#today = today;
    this.#catalogue = catalogue;
  }
  as(name: string): Tx {
    return { ...this.#tx, scope: { ...this.#tx.scope, userId: this.#users.get(name) ?? null } };
  }

  /** Nothing where the village has no such animal that is free. */
  async make(wanted: Wanted): Promise<number | null> {
    const county = Math.floor(wanted.village / 1e6) * 1e6;
    const isB = ofB.has(county);
    const tx = this.as(isB ? 'ins2' : 'ins1');
    const insurer = isB ? this.#catalogue.insurerB : this.#catalogue.insurerA;
    const [coordinator] = await tx.query<{ id: number }>(
      "select s.id from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = 'coord1'",
    );
    const ask = {
      kind: wanted.animalIds ? ('individual' as const) : ('collective' as const),
      ...(wanted.animalIds && { animalIds: wanted.animalIds }),
      regionCode: wanted.village,
      versionId: this.#catalogue.versions.get(wanted.product) as number,
      months: wanted.months,
      coverFrom: wanted.coverFrom,
      insurers: [insurer],
      coordinatorId: coordinator?.id ?? null,
      isPast: true,
    };
    await tx.query('savepoint list');
    try {
      const [list] = await onDay(tx, this.#on(wanted, -30), () => buildLists(tx, ask));
      await tx.query('release savepoint list');
      if (!list) return null;
      await this.#walk(tx, list.id, wanted);
      return list.id;
    } catch (error) {
      if ((error as { bizCode?: string }).bizCode !== 'nothingEligible') throw error;
      await tx.query('rollback to savepoint list');
      return null;
    }
  }

  /** When cover begins, or today where it has not begun; papers are made so many days before. */
  #base({ coverFrom }: Wanted): string {
    return coverFrom < this.#today ? coverFrom : this.#today;
  }
  #on(wanted: Wanted, days: number): string {
    return `${addDays(this.#base(wanted), days)}T10:00:00+08:00`;
  }

  async #walk(tx: Tx, id: number, wanted: Wanted): Promise<void> {
    const { to } = wanted;
    const reached = (step: (typeof steps)[number]) => to === 'issued' || steps.indexOf(to) >= steps.indexOf(step);
    const base = this.#base(wanted);
    const on = (days: number) => this.#on(wanted, days);
    const set = (status: string, more = '') =>
      tx.query(`update insurance.ins_enrolment set status = $2, state_since = $3${more} where id = $1`, [
        id,
        status,
        on(-2),
      ]);
    await tx.query('update insurance.ins_enrolment set created_at = $2, state_since = $2 where id = $1', [id, on(-30)]);
    if (!reached('signing')) return;
    await takeAnimals(tx, id);
    await set('signing', `, opened_at = created_at, lapses_on = created_at::date + 60`);
    if (!reached('checking')) return this.#sign(tx, id, true);
    await this.#sign(tx, id, false);
    await set('checking');
    const list = await listOf(tx, id);
    const asked = { dueOn: addDays(base, 5), witness: '嘎查干部' };
    const taskId = await onDay(tx, on(-20), () => makeTask(tx, list, asked));
    if (!reached('checked')) return;
    await tx.query(
      `update insurance.ins_enrolment_line set check_result = 'match', status = 'checked'
       where enrolment_id = $1 and to_see and status = 'listed'`,
      [id],
    );
    await tx.query(
      `update insurance.ins_check_task set status = 'passed', seen = lines, matched = lines, submitted_at = $2,
         created_at = $3 where id = $1`,
      [taskId, on(-15), on(-20)],
    );
    await finishCheck(tx, id);
    if (!reached('publicity')) return;
    await this.#post(tx, id, base, reached('publicised'));
    if (!reached('publicised')) return void (await set('publicity'));
    await set('publicised');
    if (!reached('underwriting')) return;
    await set('underwriting');
    if (!reached('approved')) return;
    await onDay(tx, on(-5), () => insertOrders(tx, id, addDays(base, 10)));
    await set('approved', `, opinion = '资料齐全,同意承保', underwriter_id = ${this.#users.get('ins_uw1') ?? 'null'}`);
    await tx.query('update insurance.ins_order set created_at = $2 where enrolment_id = $1', [id, on(-5)]);
    if (to !== 'issued') return;
    await tx.query(
      `update insurance.ins_order set status = 'confirmed', pay_mode = 'deduct', paid_at = $2, confirmed_at = $2,
         confirmed_by = $3 where enrolment_id = $1`,
      [id, on(-2), this.#users.get('ins_fin1') ?? null],
    );
    this.#serial += 1;
    const policyNo = `PNM${base.slice(0, 4)}15${String(this.#serial).padStart(6, '0')}`;
    const ask = { enrolmentId: id, version: null, policyNo, dropUnpaid: true, isImport: true };
    const { policyId } = await onDay(tx, on(-1), () => issue(tx, ask, null));
    await tx.query('update insurance.ins_policy set issued_at = $2, created_at = $2, imported = false where id = $1', [
      policyId,
      on(-1),
    ]);
  }

  /** All of them, or all but the last: a list waits for somebody. */
  async #sign(tx: Tx, id: number, leavesOne: boolean): Promise<void> {
    const parties = await tx.query<{ id: number; name: string; principalId: number; insurerId: number }>(
      `select id, holder_name as name, principal_id as "principalId", insurer_id as "insurerId"
       from insurance.ins_enrolment_party where enrolment_id = $1 order by id`,
      [id],
    );
    for (const one of leavesOne ? parties.slice(0, -1) : parties) {
      const of = { kind: 'party', id: one.id, principalId: one.principalId, insurerId: one.insurerId } as const;
      const number = `6228${createHash('sha256').update(`account ${one.principalId}`).digest('hex').replace(/\D/g, '').padEnd(15, '7').slice(0, 15)}`;
      const mask = await saveAccount(tx, of, { name: one.name, number, bankName: '示范农商行' });
      await tx.query(
        `update insurance.ins_enrolment_party set status = 'signed', sign_mode = 'paper', signer_name = holder_name,
           signed_at = created_at, signed_premium = farmer_premium, account_mask = $2 where id = $1`,
        [one.id, mask],
      );
    }
  }

  async #post(tx: Tx, id: number, base: string, isEnded: boolean): Promise<void> {
    const list = await listOf(tx, id);
    const [place] = await tx.query<{ name: string }>('select name from platform.sys_region where code = $1', [
      list.regionCode,
    ]);
    const snapshot = await snapshotOf(tx, list, place?.name ?? '');
    const posted = isEnded ? addDays(base, -12) : addDays(base, -3);
    await tx.query(
      `insert into insurance.ins_publicity (tenant_no, region_code, doc_no, kind, enrolment_id, insurer_id, snapshot,
         snapshot_hash, row_count, days, posted_at, ends_at, place, posted_by, hotline, status, created_at)
       values ($1, $2, kit.doc_no('IN'), 'enrol', $3, $4, $5, $6, $7, 3, $8, $9, '嘎查委员会公示栏', $10,
         '0475-8230110', $11, $8)`,
      [
        tx.scope.tenantNo,
        list.regionCode,
        id,
        list.insurerId,
        JSON.stringify(snapshot),
        snapshotHash(snapshot),
        snapshot.rows.length,
        `${posted}T10:00:00+08:00`,
        publicityEnds(posted, 3).toISOString(),
        this.#users.get('coord1') ?? null,
        isEnded ? 'ended' : 'posted',
      ],
    );
  }
}

/** A policy year: most villages issued, some on each step on the way, and what holds them up. */
export async function saveLists(world: DemoWorld, tx: Tx, catalogue: Catalogue): Promise<void> {
  const { today } = world;
  const rows = await tx.query<{ name: string; id: number }>(
    'select username as name, id from platform.sys_user where tenant_no = $1',
    [tx.scope.tenantNo],
  );
  const users = new Map(rows.map((one) => [one.name, one.id]));
  const lists = new Lists(tx, users, today, catalogue);
  const year = Number(today.slice(0, 4));
  const ahead = addDays(today, 21);
  const ago = (days: number) => addDays(today, -days);
  // Policies about to end first: the same animals are not insured twice.
  for (const [at, county] of counties.entries()) {
    const [first = 0, second = 0, third = 0] = county.story.villages;
    const months = 12;
    const ends = [320, 351, 362, 200, 150, 250, 120, 90][at] ?? 100;
    await lists.make({ village: first, product: 'COW', months, coverFrom: ago(ends), to: 'issued' });
    await lists.make({ village: second, product: 'COW', months, coverFrom: ago(60 + at * 9), to: 'issued' });
    await lists.make({ village: first, product: 'CALF', months: 6, coverFrom: ago(40 + at * 5), to: 'issued' });
    await lists.make({ village: second, product: 'FATTEN', months: 9, coverFrom: ago(70 + at * 8), to: 'issued' });
    await lists.make({ village: third, product: 'SHEEP', months, coverFrom: ago(100 + at * 11), to: 'issued' });
    await collate({ ...tx, scope: { ...tx.scope } }, [catalogue.insurerA, catalogue.insurerB], first, year);
  }
  const stories: readonly [county: number, village: number, to: Step][] = [
    [1, 2, 'draft'],
    [2, 3, 'draft'],
    [1, 3, 'signing'],
    [3, 3, 'signing'],
    [1, 4, 'checking'],
    [4, 3, 'checking'],
    [5, 3, 'checked'],
    [0, 3, 'publicity'],
    [2, 4, 'publicity'],
    [4, 4, 'underwriting'],
    [5, 4, 'approved'],
  ];
  const made = new Map<string, number>();
  for (const [county, village, to] of stories) {
    const code = counties[county]?.story.villages[village] ?? 0;
    const id = await lists.make({ village: code, product: 'COW', months: 12, coverFrom: ahead, to });
    if (id) made.set(`${county} ${village}`, id);
  }
  await hangTags(tx, catalogue.insurerA, today);
  // Small worlds have no such village in some counties.
  await tellIssues(tx, made.get('1 4') ?? made.get('4 3') ?? 0);
  await tellObjection(tx, made.get('2 4') ?? 0, catalogue, users.get('ins1') ?? null, today);
  await tellUnpaid(tx, made.get('5 4') ?? 0, users.get('ins_fin1') ?? null);
  await tx.query(
    `update insurance.ins_collation set result = 'blocked', failed = array_append(failed, 'account'),
       accept_reason = '账户名与户主不符,待核实'
     where id = (select id from insurance.ins_collation where insurer_id = $1 order by id limit 1)`,
    [catalogue.insurerA],
  );
}

/** The insurer's own tags: bought, in stock, and hung on some of its cows. */
async function hangTags(tx: Tx, insurerA: number, today: string): Promise<void> {
  const [category] = await tx.query<{ id: number }>(
    `insert into sign.sign_category (tenant_no, code, name, name_en, scheme, species, medium, purpose, insurer_id, digits)
     values ($1, 'INS-A', '安牧保险耳标', 'Insurance tag', 'insure.tag', '{cattle}', 'qr', 'insurance', $2, 10) returning id`,
    [tx.scope.tenantNo, insurerA],
  );
  const insurer = { principalId: insurerA, staffId: null };
  const range = { from: 7_100_000_001, to: 7_100_000_500 };
  const doc = { type: 'procurement', id: 1, no: 'INS-A-1' };
  const scheme = 'insure.tag';
  const given = { scheme, range, categoryId: category?.id ?? 0, supplierId: insurerA, regionCode: 150500000000, doc };
  await allot(tx, { ...given, on: addDays(today, -300) });
  await take(tx, {
    scheme,
    ranges: [range],
    from: { holder: insurer, places: ['ordered'] },
    to: { place: 'stock', holder: insurer },
    doc,
    on: addDays(today, -290),
  });
  const cows = await tx.query<Omit<SafeTag, 'code' | 'wornOn'> & { id: number }>(
    `select a.id, a.animal_id as "animalId", a.ear_tag as "earTag", a.principal_id as "principalId",
       a.insurer_id as "insurerId", a.region_code as "regionCode", c.holder_name as "holderName"
     from insurance.ins_policy_animal a join insurance.ins_policy_party c on c.id = a.party_id
       join insurance.ins_product p on p.id = a.product_id
     where a.insurer_id = $1 and p.code = 'COW' and a.status = 'live' order by a.id limit 40`,
    [insurerA],
  );
  for (const [at, one] of cows.entries()) {
    const code = range.from + at;
    const paper = { entity: 'insurance.insPolicyAnimal', id: one.id, docNo: 'IC' };
    const items = [{ code, animalId: one.animalId }];
    const wornOn = addDays(today, -120 + at);
    await wearInsured(tx, { holder: insurer, items, wornOn, doc: paper });
    await insertSafeTag(tx, { ...one, code, wornOn });
    await tx.query('update insurance.ins_policy_animal set safe_tag_no = $2 where id = $1', [one.id, String(code)]);
  }
}

/** A check with findings of several kinds, each waiting for somebody. */
async function tellIssues(tx: Tx, enrolmentId: number): Promise<void> {
  const kinds = ['missing', 'missing', 'tagLost', 'unhealthy', 'farAway', 'otherHolder', 'extra'];
  await tx.query(
    `insert into insurance.ins_check_issue (tenant_no, region_code, task_id, enrolment_id, insurer_id, principal_id,
       party_id, line_id, holder_name, ear_tag, kind)
     select k.tenant_no, k.region_code, k.id, k.enrolment_id, k.insurer_id, l.principal_id, l.party_id, l.id,
       p.holder_name, l.ear_tag, ($2::text[])[l.n]
     from insurance.ins_check_task k, (select *, row_number() over (order by id) as n from insurance.ins_enrolment_line
         where enrolment_id = $1) l join insurance.ins_enrolment_party p on p.id = l.party_id
     where k.enrolment_id = $1 and l.n <= 7`,
    [enrolmentId, kinds],
  );
  await tx.query(
    `update insurance.ins_check_task set status = 'disposing', seen = greatest(lines - 2, 0),
       matched = greatest(lines - 2, 0), issues = (select count(*) from insurance.ins_check_issue i where i.task_id = ins_check_task.id)
     where enrolment_id = $1`,
    [enrolmentId],
  );
}
async function tellObjection(tx: Tx, enrolmentId: number, { insurerA }: Catalogue, by: number | null, today: string) {
  await tx.query(
    `insert into insurance.ins_objection (tenant_no, publicity_id, handler_unit_id, party_id, holder_name, channel, content,
       due_on, created_by)
     select n.tenant_no, n.id, $2, p.id, p.holder_name, 'phone', '反映该户公示头数多于实际存栏。', $4::date + 4, $3
     from insurance.ins_publicity n join insurance.ins_enrolment_party p on p.enrolment_id = n.enrolment_id
     where n.status = 'posted' and n.insurer_id = $2 order by (n.enrolment_id = $1) desc, p.id limit 1`,
    [enrolmentId, insurerA, by, today],
  );
}
async function tellUnpaid(tx: Tx, enrolmentId: number, by: number | null): Promise<void> {
  await tx.query(
    `update insurance.ins_order set flags = '{payerDiffers}' where id in (select max(id) from insurance.ins_order
     where status = 'confirmed' group by insurer_id)`,
  );
  await tx.query(
    `update insurance.ins_order set status = 'confirmed', pay_mode = 'transfer', paid_at = now(), confirmed_at = now(),
       confirmed_by = $2
     where enrolment_id = $1 and id not in (select id from insurance.ins_order where enrolment_id = $1 order by id limit 2)`,
    [enrolmentId, by],
  );
}
