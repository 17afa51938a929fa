import type { Tx } from '#kit/server/db/database.ts';
import { reserveItems } from '#modules/bank/server/pledge/pledge-item.ts';
import type { DemoWorld } from '../part.ts';
import { animalsOf, type Book, BookMaker, type DemoAnimal, type DemoHolder, peopleOf } from './book.ts';
import { applications, purposes } from './cast.ts';
import type { Catalogue, ProductCode } from './catalogue.ts';
import { addDays, at } from './days.ts';

/** Lines on their way to money, with the pledges that are being built for them, and clients without a line. */
export async function saveApplications(world: DemoWorld, tx: Tx, book: Book): Promise<void> {
  const { today, units } = world;
  const random = world.random(4603);
  const bank = units.get('bank1') as number;
  const products = await tx.query<{ id: number; code: string }>(
    `select id, product_code as code from bank.bank_product where tenant_no = kit.tenant() and bank_id = $1 and status = 'onSale'`,
    [bank],
  );
  const maker = new BookMaker(
    world,
    tx,
    { products: new Map(), otherProduct: 0 } satisfies Catalogue,
    await peopleOf(tx),
  );
  const free = await withHerds(tx, book.free);
  // The station of the township verifies whose the animals of this one are.
  const near = free.findIndex((one) => Math.floor(one.holder.regionCode / 1000) === 150_521_101);
  if (near > 0) free.unshift(...free.splice(near, 1));
  const wanted = [...applications].sort((a, b) => (a === 'reviewing' ? -1 : 0) - (b === 'reviewing' ? -1 : 0));
  const used = new Set<number>();
  for (const [index, status] of wanted.entries()) {
    const one = free[index];
    if (!one) continue;
    const { holder, code, animals } = one;
    used.add(holder.id);
    const clientId = await maker.client(holder, bank, status === 'draft' ? 'prospect' : 'active');
    const on = addDays(today, -random.int(2, 25));
    const product = products.find((row) => row.code === code);
    const isSurveyed = !['draft', 'submitted', 'withdrawn'].includes(status);
    const isApproved = status === 'approved';
    const amount =
      Math.max(Math.floor((animals.length * (code === 'RY' ? 60_000 : 700_000)) / 1_000_000), 1) * 1_000_000;
    const [line] = await tx.query<{ id: number }>(
      `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version, applied_amount,
         applied_months, purpose, heads_offered, animal_ids, applied_by, manager_user_id, survey, surveyed_by, surveyed_at, proposed_amount,
         approved_amount, approved_months, approved_by, approved_at, rate, valid_from, valid_to, conditions, client_text, submitted_at,
         state_since, status, created_at)
       values (kit.tenant(), kit.doc_no('LC'), $1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
         $21, $22, $23, $24, $25, $26, $27, $28) returning id`,
      [
        clientId,
        bank,
        holder.id,
        product?.id,
        amount,
        random.pick([12, 24]),
        random.pick(purposes),
        JSON.stringify({ [code === 'RY' ? 'sheep' : 'cattle']: animals.length }),
        JSON.stringify(animals.map((animal) => animal.id)),
        random.pick(['client', 'manager']),
        book.people.manager,
        isSurveyed
          ? JSON.stringify({
              on: addDays(on, 1),
              by: '何立新',
              headSeen: animals.length,
              penState: '棚圈完好，饲草充足',
              feedMonths: 4,
              incomeYear: 18_000_000,
              otherDebt: 0,
              opinion: '经营正常',
            })
          : null,
        isSurveyed ? book.people.manager : null,
        isSurveyed ? at(addDays(on, 1)) : null,
        status === 'reviewing' || isApproved ? amount : null,
        isApproved ? amount : null,
        isApproved ? 24 : null,
        isApproved ? book.people.reviewer : null,
        isApproved ? at(today, 9) : null,
        isApproved ? 4.35 : null,
        isApproved ? today : null,
        isApproved ? addDays(today, 730) : null,
        isApproved ? '放款前完成抵押登记并投保' : null,
        status === 'rejected' ? '抵押畜只数量不足，可增养后再次申请' : null,
        status === 'draft' ? null : at(on),
        at(addDays(on, 1), 15),
        status,
        at(addDays(on, -1), 11),
      ],
    );
    const stage = (
      { reviewing: index === 0 ? 'surveyed' : 'declared', approved: 'published' } as Record<string, string>
    )[status];
    if (stage)
      await saveDraftPledge(tx, maker, book, { holder, animals, lineId: line?.id as number, bankId: bank, stage, on });
  }
  for (const { holder } of free.filter((one) => !used.has(one.holder.id)).slice(0, 8))
    await maker.client(holder, bank, random.pick(['prospect', 'active', 'watch']));
}

interface Herd {
  readonly holder: DemoHolder;
  readonly code: ProductCode;
  readonly animals: DemoAnimal[];
}
/** Each holder with the animals it could offer. */
async function withHerds(tx: Tx, holders: readonly DemoHolder[]): Promise<Herd[]> {
  const found: Herd[] = [];
  for (const holder of holders)
    for (const [code, least] of [
      ['MN', 5],
      ['RY', 10],
    ] as const) {
      const animals = await animalsOf(tx, holder, code, 12);
      if (animals.length < least) continue;
      found.push({ holder, code, animals });
      break;
    }
  return found;
}

/** A pledge that is being built: animals are reserved, nothing else knows of it. */
async function saveDraftPledge(
  tx: Tx,
  maker: BookMaker,
  { people }: Book,
  one: { holder: DemoHolder; animals: DemoAnimal[]; lineId: number; bankId: number; stage: string; on: string },
): Promise<void> {
  const { holder, stage, on } = one;
  const siteId = await maker.site(holder, one.bankId, null, 'preparing');
  const isSurveyed = stage !== 'declared';
  const isPublished = stage === 'published';
  const [row] = await tx.query<{ id: number }>(
    `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, site_id, heads, qr_code, statement,
       declared_by, declared_at, surveyed_by, surveyed_at, title_no, title_opinion, verified_at, notice_place, notice_from, notice_to, status,
       created_at)
     values (kit.tenant(), $1, kit.doc_no('PL'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $10)
     returning id`,
    [
      holder.regionCode,
      one.lineId,
      one.bankId,
      holder.id,
      siteId,
      one.animals.length,
      `PL${String(holder.id).padStart(6, '0')}9`,
      JSON.stringify([{ animalIds: one.animals.map((animal) => animal.id), origin: 'born', certNo: null }]),
      people.manager,
      at(on, 10),
      isSurveyed ? people.patroller : null,
      isSurveyed ? at(addDays(on, 1), 15) : null,
      isPublished ? `权核〔${on.slice(0, 4)}〕309` : null,
      isPublished ? '经核实为申请人自有畜只' : null,
      isPublished ? at(addDays(on, 1), 17) : null,
      isPublished ? '村委会公告栏' : null,
      isPublished ? at(addDays(on, 2), 9) : null,
      isPublished ? at(addDays(on, 6), 0) : null,
      stage,
    ],
  );
  await tx.query(
    'insert into bank.pledge_amount (id, tenant_no, bank_id, principal_id) values ($1, kit.tenant(), $2, $3)',
    [row?.id, one.bankId, holder.id],
  );
  await reserveItems(
    tx,
    {
      pledgeId: row?.id as number,
      regionCode: holder.regionCode,
      bankId: one.bankId,
      principalId: holder.id,
      supervisorId: null,
    },
    one.animals.map((animal) => ({ ...animal, animalId: animal.id })),
  );
}
