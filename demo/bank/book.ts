import type { Tx } from '#kit/server/db/database.ts';
import type { DemoWorld } from '../part.ts';
import { counties } from '../places.ts';
import type { Random } from '../random.ts';
import { type LinePlan, plans, purposes } from './cast.ts';
import type { Catalogue, ProductCode } from './catalogue.ts';
import { addDays, at, monthStart } from './days.ts';
import { branches } from './people.ts';

export const storyTag = '215052200000207';

export interface DemoAnimal {
  readonly id: number;
  readonly earTag: string;
  readonly species: string;
  readonly stage: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
}
export interface DemoHolder {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly regionCode: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly hovels: number[];
  readonly phoneEnc: string | null;
  readonly phoneHash: string | null;
  readonly phoneMask: string | null;
}
/** A line with its herd, as the parts after it tell of it. */
export interface DemoLine {
  readonly plan: LinePlan;
  readonly holder: DemoHolder;
  readonly bankId: number;
  readonly headBankId: number;
  readonly clientId: number;
  readonly lineId: number;
  readonly pledgeId: number;
  readonly siteId: number;
  readonly productId: number;
  readonly supervisorId: number | null;
  readonly animals: DemoAnimal[];
  readonly contractOn: string;
  readonly itemIds: number[];
}
export interface People {
  readonly manager: number;
  readonly reviewer: number;
  readonly payer: number;
  readonly monitor: number;
  readonly head: number;
  readonly other: number;
  readonly patroller: number;
}
export interface Book {
  readonly people: People;
  readonly lines: DemoLine[];
  readonly clients: Map<number, { clientId: number; holder: DemoHolder; bankId: number }>;
  /** Holders that are nobody's client yet. */
  readonly free: DemoHolder[];
}

const stagesOf: Record<ProductCode, readonly string[]> = {
  MN: ['cow', 'heifer'],
  YF: ['steer', 'bull'],
  RY: ['ewe', 'eweLamb', 'wether', 'ram'],
};
const speciesOf = (code: ProductCode) => (code === 'RY' ? 'sheep' : 'cattle');

export async function peopleOf(tx: Tx): Promise<People> {
  const rows = await tx.query<{ username: string; id: number }>(
    `select username, id from platform.sys_user where username = any ($1)`,
    [['bank1', 'bank_rv1', 'bank_pay1', 'bank_mon1', 'bank_head1', 'bank2', 'sup_pt1']],
  );
  const of = (name: string) => rows.find((row) => row.username === name)?.id ?? 0;
  return {
    manager: of('bank1'),
    reviewer: of('bank_rv1'),
    payer: of('bank_pay1'),
    monitor: of('bank_mon1'),
    head: of('bank_head1'),
    other: of('bank2'),
    patroller: of('sup_pt1'),
  };
}

/** Holders by the size of their herd; those other stories are told of stay out. */
export async function holdersOf(world: DemoWorld, tx: Tx): Promise<DemoHolder[]> {
  const apart = ['host1', 'house1', 'baiyinna'].map((key) => world.units.get(key) ?? 0);
  return tx.query<DemoHolder>(
    `select p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.region_code as "regionCode",
       p.longitude::float8 as longitude, p.latitude::float8 as latitude,
       coalesce((select array_agg(h.id order by h.id) from registry.hovel h where h.tenant_no = p.tenant_no and h.principal_id = p.id), '{}')
         as hovels,
       p.contact_phone_enc as "phoneEnc", p.contact_phone_hash as "phoneHash", p.contact_phone_mask as "phoneMask"
     from registry.principal p join lateral (select count(*) as n from registry.animal a where a.tenant_no = p.tenant_no
       and a.principal_id = p.id and a.status = 'inStock' and a.voided_at is null) s on s.n >= 6
     where p.tenant_no = kit.tenant() and p.status = 'active' and p.id <> all ($1)
       and p.principal_unit_type in ('household', 'farm', 'cooperative') and p.longitude is not null
       and exists (select 1 from registry.hovel h where h.tenant_no = p.tenant_no and h.principal_id = p.id)
     order by s.n desc, p.id`,
    [apart],
  );
}

/** Its own animals that nothing else is told of: the last registered of those that were registered together. */
export async function animalsOf(tx: Tx, holder: DemoHolder, code: ProductCode, most: number): Promise<DemoAnimal[]> {
  return tx.query<DemoAnimal>(
    `with own as (
       select a.id, a.ear_tag as "earTag", a.species, a.stage, a.breed, a.sex, a.birth_date::text as "birthDate"
       from registry.animal a
       where a.tenant_no = kit.tenant() and a.principal_id = $1 and a.status = 'inStock' and a.voided_at is null and a.species = $2
         and a.stage = any ($3) and not a.pledged and not a.quarantined and a.pending_change_id is null
         and a.owner_id = a.principal_id
         and not exists (select 1 from bank.pledge_item i where i.tenant_no = a.tenant_no and i.animal_id = a.id
           and i.state in ('reserved', 'pledged', 'releasing', 'missing')))
     select * from own order by id desc limit least($4::int, (select greatest(floor(count(*) * 0.7), 1)::int from own))`,
    [holder.id, speciesOf(code), stagesOf[code], most],
  );
}

const storyAnimal = (tx: Tx): Promise<DemoAnimal[]> =>
  tx.query<DemoAnimal>(
    `select id, ear_tag as "earTag", species, stage, breed, sex, birth_date::text as "birthDate" from registry.animal
     where tenant_no = kit.tenant() and ear_tag = $1 and status = 'inStock'`,
    [storyTag],
  );

const branchOf = (world: DemoWorld, regionCode: number): number => {
  const county = Math.floor(regionCode / 1e6) * 1e6;
  const branch = branches.find((one) => counties[one.county]?.code === county);
  return world.units.get(branch?.key ?? 'bank1') as number;
};

export class BookMaker {
  readonly #world: DemoWorld;
  readonly #tx: Tx;
  readonly #random: Random;
  readonly #catalogue: Catalogue;
  readonly #people: People;
  readonly #clients: Book['clients'] = new Map();
  readonly #lines: DemoLine[] = [];

  /** Contracts are numbered from here on. */
  readonly #first: number;

  constructor(world: DemoWorld, tx: Tx, catalogue: Catalogue, people: People, first = 101) {
    this.#first = first;
    this.#world = world;
    this.#tx = tx;
    this.#catalogue = catalogue;
    this.#people = people;
    this.#random = world.random(4602);
  }

  async make(): Promise<Book> {
    const all = await holdersOf(this.#world, this.#tx);
    const taken = new Set<number>();
    const near = await this.#near(all);
    for (const plan of plans) {
      const wanted = plan.holder ? this.#world.units.get(plan.holder) : undefined;
      const fits = all.filter(
        (one) =>
          !taken.has(one.id) && (wanted === undefined ? !this.#isKept(one) && one.id !== near : one.id === wanted),
      );
      for (const holder of fits) {
        const animals = await animalsOf(this.#tx, holder, plan.product, plan.most);
        if (plan.holder === 'farm1') animals.push(...(await storyAnimal(this.#tx)));
        const least = plan.product === 'RY' ? 10 : plan.product === 'YF' ? 3 : 5;
        if (animals.length < least) continue;
        taken.add(holder.id);
        this.#lines.push(await this.#line(plan, holder, animals));
        break;
      }
    }
    const free = all.filter((one) => !taken.has(one.id) && !this.#isKept(one));
    return { people: this.#people, lines: this.#lines, clients: this.#clients, free };
  }

  /** The township whose station checks whose animals are has somebody left to apply. */
  async #near(all: readonly DemoHolder[]): Promise<number | null> {
    for (const one of all) {
      if (Math.floor(one.regionCode / 1000) !== 150_521_101 || this.#isKept(one)) continue;
      if (plans.some((plan) => plan.holder && this.#world.units.get(plan.holder) === one.id)) continue;
      const [mothers, young] = [await animalsOf(this.#tx, one, 'MN', 12), await animalsOf(this.#tx, one, 'RY', 12)];
      if (mothers.length >= 5 || young.length >= 10) return one.id;
    }
    return null;
  }

  /** One more line of somebody who is a client already. */
  async another(plan: LinePlan, holder: DemoHolder, animals: DemoAnimal[], clientId: number): Promise<DemoLine> {
    this.#clients.set(holder.id, { clientId, holder, bankId: this.#world.units.get('bank1') as number });
    return this.#line(plan, holder, animals);
  }

  /** farm1 and coop1 are clients by their own plan only. */
  #isKept = (holder: DemoHolder) => ['farm1', 'coop1'].some((key) => this.#world.units.get(key) === holder.id);

  async client(holder: DemoHolder, bankId: number, status = 'active'): Promise<number> {
    const { today } = this.#world;
    const known = this.#clients.get(holder.id);
    if (known) return known.clientId;
    const from = addDays(today, -this.#random.int(300, 420));
    const ends = status === 'prospect' ? null : addDays(today, this.#random.int(20, 400));
    const [row] = await this.#tx.query<{ id: number }>(
      `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code, phone_enc,
         phone_hash, phone_mask, manager_user_id, grade, consent_from, consent_to, consent_scope, other_debt, status, created_at)
       values (kit.tenant(), $1, $2, 'C' || lpad($2::bigint::text, 8, '0'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       returning id`,
      [
        bankId,
        holder.id,
        holder.name,
        holder.type,
        holder.regionCode,
        holder.phoneEnc,
        holder.phoneHash,
        holder.phoneMask,
        bankId === this.#world.units.get('bank2') ? this.#people.other : this.#people.manager,
        this.#random.weighted([
          ['A', 3],
          ['B', 5],
          ['C', 2],
        ]),
        status === 'prospect' ? null : from,
        ends,
        status === 'prospect' ? [] : ['register', 'stock', 'immunity', 'insurance', 'device', 'video'],
        this.#random.int(0, 20) * 1_000_000,
        status,
        at(from, 9),
      ],
    );
    const clientId = row?.id as number;
    if (status !== 'prospect')
      await this.#tx.query(
        `insert into bank.client_consent (tenant_no, client_id, bank_id, principal_id, act, scope, from_on, to_on, created_at)
         select tenant_no, id, bank_id, principal_id, 'given', consent_scope, consent_from, consent_to, created_at
         from bank.bank_client where id = $1`,
        [clientId],
      );
    this.#clients.set(holder.id, { clientId, holder, bankId });
    return clientId;
  }

  async site(holder: DemoHolder, bankId: number, supervisorId: number | null, status = 'inUse'): Promise<number> {
    const [row] = await this.#tx.query<{ id: number }>(
      `insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, supervisor_id, hovel_ids, fence_id,
         gateway_ids, channel_ids, manager_user_id, guard_name, guard_phone_enc, guard_phone_hash, guard_phone_mask, capacity, longitude,
         latitude, status)
       select kit.tenant(), $1, 'S' || lpad($2::bigint::text, 5, '0'), $3, $2, $4, $5, $6,
         (select f.id from device.fence f where f.tenant_no = kit.tenant() and f.principal_id = $2
           order by (f.kind = 'custody') desc, (f.status = 'active') desc, f.id limit 1),
         coalesce((select array_agg(d.id) from device.device d where d.tenant_no = kit.tenant() and d.principal_id = $2
           and d.kind = 'gateway'), '{}'),
         coalesce((select array_agg(c.id) from device.video_channel c where c.tenant_no = kit.tenant() and c.principal_id = $2), '{}'),
         $7, $8, $9, $10, $11, $12, $13, $14, $15 returning id`,
      [
        holder.regionCode,
        holder.id,
        `${holder.name}监管场`,
        bankId,
        supervisorId,
        holder.hovels,
        bankId === this.#world.units.get('bank2') ? this.#people.other : this.#people.manager,
        this.#random.pick(['张守山', '李长庚', '包巴特尔', '王永福', '白音仓']),
        holder.phoneEnc,
        holder.phoneHash,
        holder.phoneMask,
        this.#random.int(4, 15) * 10,
        holder.longitude,
        holder.latitude,
        status,
      ],
    );
    return row?.id as number;
  }

  async #line(plan: LinePlan, holder: DemoHolder, animals: DemoAnimal[]): Promise<DemoLine> {
    const { today, units } = this.#world;
    const random = this.#random;
    // The largest clients are the head office's own.
    const ownBank = plan.holder === 'farm1' ? (units.get('bank1') as number) : branchOf(this.#world, holder.regionCode);
    const bankId = plan.bank ? (units.get('bank2') as number) : ownBank;
    const headBankId = plan.bank ? bankId : (units.get('bank1') as number);
    const supervisorId = plan.bank || this.#lines.length % 3 === 2 ? null : (units.get('supervisor1') as number);
    const productId = plan.bank ? this.#catalogue.otherProduct : (this.#catalogue.products.get(plan.product) as number);
    const clientId = await this.client(holder, bankId);
    const contractOn = addDays(monthStart(today, -plan.monthsBack), random.int(6, 12));
    const submitted = addDays(contractOn, -random.int(14, 30));
    const validTo = addDays(contractOn, plan.end === 'overdue' || plan.end === 'enforcing' ? 340 : 730);
    const manager = plan.bank ? this.#people.other : this.#people.manager;
    const isDone = plan.end === 'closed';
    const status = isDone ? 'effective' : plan.end === 'enforcing' ? 'overdue' : plan.end;
    const [line] = await this.#tx.query<{ id: number }>(
      `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version, applied_amount,
         applied_months, purpose, heads_offered, animal_ids, applied_by, manager_user_id, survey, surveyed_by, surveyed_at,
         proposed_amount, approved_amount, approved_months, approved_by, approved_at, rate, valid_from, valid_to, contract_no,
         conditions, conditions_met_by, conditions_met_at, submitted_at, state_since, status, created_at)
       values (kit.tenant(), kit.doc_no('LC'), $1, $2, $3, $4, 1, 100, $5, $6, $7, $8, $9, $10, $11, $10, $12, 100, 100, $5, $13, $14,
         $15, $16, $17, $18, '放款前完成抵押登记并投保', $10, $14, $19, $14, $20, $19) returning id`,
      [
        clientId,
        bankId,
        holder.id,
        productId,
        24,
        random.pick(purposes),
        JSON.stringify({ [speciesOf(plan.product)]: animals.length }),
        JSON.stringify(animals.map((one) => one.id)),
        random.pick(['client', 'manager']),
        manager,
        JSON.stringify({
          on: addDays(submitted, 3),
          by: '何立新',
          headSeen: animals.length,
          penState: '棚圈完好',
          feedMonths: random.int(2, 8),
          incomeYear: random.int(8, 60) * 1_000_000,
          otherDebt: 0,
          opinion: '同意授信',
        }),
        at(addDays(submitted, 3)),
        plan.bank ? null : this.#people.reviewer,
        at(addDays(contractOn, -6)),
        plan.product === 'MN' ? 4.35 : plan.product === 'YF' ? 4.8 : 5.1,
        contractOn,
        validTo,
        `示农授字〔${contractOn.slice(0, 4)}〕第 ${String(this.#lines.length + this.#first)} 号`,
        at(submitted, 9),
        status,
      ],
    );
    const lineId = line?.id as number;
    const siteId = plan.siteId ?? (await this.site(holder, bankId, supervisorId));
    const pledgeId = await this.#pledge(
      { lineId, bankId, holder, supervisorId, siteId, contractOn, submitted, validTo, heads: animals.length, manager },
      plan,
    );
    return {
      plan,
      holder,
      bankId,
      headBankId,
      clientId,
      lineId,
      pledgeId,
      siteId,
      productId,
      supervisorId,
      animals,
      contractOn,
      itemIds: [],
    };
  }

  async #pledge(
    one: {
      lineId: number;
      bankId: number;
      holder: DemoHolder;
      supervisorId: number | null;
      siteId: number;
      contractOn: string;
      submitted: string;
      validTo: string;
      heads: number;
      manager: number;
    },
    plan: LinePlan,
  ): Promise<number> {
    const { contractOn, submitted, holder } = one;
    const serial = 100 + this.#first + this.#lines.length;
    const [row] = await this.#tx.query<{ id: number }>(
      `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, supervisor_id, site_id, heads,
         qr_code, statement, declared_by, declared_at, surveyed_by, surveyed_at, title_no, title_opinion, verified_at, notice_place,
         notice_from, notice_to, contract_no, contract_on, contracted_by, search_on, registry_no, registered_on, registry_expire_on,
         activated_at, default_facts, enforce_asked_by, enforce_asked_at, enforced_by, enforced_at, status, created_at)
       values (kit.tenant(), $1, kit.doc_no('PL'), $2, $3, $4, $5, $6, $7, $8, '[]', $9, $10, $9, $11, $12, '经核实为申请人自有畜只',
         $13, '村委会公告栏', $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $10) returning id`,
      [
        holder.regionCode,
        one.lineId,
        one.bankId,
        holder.id,
        one.supervisorId,
        one.siteId,
        one.heads,
        `PL${String(holder.id).padStart(6, '0')}${serial}`,
        one.manager,
        at(submitted, 11),
        at(addDays(contractOn, -9)),
        `权核〔${contractOn.slice(0, 4)}〕${serial}`,
        at(addDays(contractOn, -7)),
        at(addDays(contractOn, -5)),
        at(addDays(contractOn, -2)),
        `示农抵字〔${contractOn.slice(0, 4)}〕第 ${serial} 号`,
        contractOn,
        this.#people.reviewer,
        addDays(contractOn, -2),
        `JJ${contractOn.replaceAll('-', '')}${String(serial).padStart(6, '0')}`,
        addDays(contractOn, 1),
        addDays(one.validTo, 180),
        at(addDays(contractOn, 2)),
        plan.end === 'enforcing' ? '贷款到期 90 天未归还，经三次催收无果' : null,
        plan.end === 'enforcing' ? this.#people.reviewer : null,
        plan.end === 'enforcing' ? at(addDays(this.#world.today, -32)) : null,
        plan.end === 'enforcing' ? this.#people.head : null,
        plan.end === 'enforcing' ? at(addDays(this.#world.today, -30)) : null,
        plan.end === 'enforcing' ? 'enforcing' : 'active',
      ],
    );
    await this.#tx.query(
      `insert into bank.pledge_amount (id, tenant_no, bank_id, principal_id) values ($1, kit.tenant(), $2, $3)`,
      [row?.id, one.bankId, holder.id],
    );
    return row?.id as number;
  }
}
