import { notFound } from '#kit/contract/errors.ts';
import { formatCents, sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { definePaper, makePaper } from '#kit/server/paper/paper.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  makeAnnex,
  pledgedAnimal,
  pledgeNotice,
  pledgeOfAnimal,
  printPledge,
  titleFacts,
} from '#modules/bank/contract/pledge/pledge-calls.ts';
import { type Origin, pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { pledgeItem } from '#modules/bank/contract/pledge/pledge-item.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';
import { lineOf } from '../credit/kernel.ts';
import { productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { inBank, live, within } from './kernel.ts';
import { type Item, itemsOf } from './pledge-item.ts';

interface Sheet {
  readonly docNo: string;
  readonly client: string;
  readonly bank: string;
  readonly site: string;
  readonly regionCode: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly qrCode: string;
  readonly statement: Origin[];
  readonly contractNo: string | null;
  readonly contractOn: string | null;
  readonly registryNo: string | null;
  readonly cancelNo: string | null;
  readonly endedOn: string | null;
  readonly guardPhone: string | null;
  readonly status: string;
  readonly creditLineId: number;
}
const day = (column: string) => `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
const sheetSql = `select p.doc_no as "docNo", registry.principal_name(p.principal_id) as client,
    registry.principal_name(p.bank_id) as bank, s.name as site, p.region_code as "regionCode",
    ${day('p.notice_from')} as "from", ${day(`(p.notice_to - interval '1 second')`)} as "to", p.qr_code as "qrCode",
     p.statement,
    p.contract_no as "contractNo", to_char(p.contract_on, 'YYYY-MM-DD') as "contractOn", p.registry_no as "registryNo",
    p.cancel_no as "cancelNo", ${day('p.discharged_at')} as "endedOn", s.guard_phone_mask as "guardPhone", p.status,
    p.credit_line_id as "creditLineId"
  from bank.pledge p join bank.pledge_site s on s.tenant_no = p.tenant_no and s.id = p.site_id
  where p.tenant_no = kit.tenant() and p.id = $1`;

/** By species and stage, as a notice lists them: no single sum anywhere. */
function kindsOf(call: Call, items: readonly Item[]) {
  const label = (dict: string, code: string) =>
    lookups().dictLabel(dict, code, call.actor.tenantNo, call.language) ?? code;
  return [...Map.groupBy(items, (one) => `${one.species}|${one.stage}`)].map(([key, own]) => {
    const [species = '', stage = ''] = key.split('|');
    return { species: label('species', species), stage: label('stage', stage), heads: own.length };
  });
}

async function sheetOf(call: Call, tx: Tx, id: number) {
  await findRow(within(call, tx), pledge, id);
  return inBank(tx, async (sys) => {
    const [row] = await sys.query<Sheet>(sheetSql, [id]);
    if (!row) throw notFound();
    const isOver = ['discharged', 'closed', 'cancelled'].includes(row.status);
    const items = await itemsOf(sys, { pledgeId: id }, isOver ? ['released', 'disposed', 'swappedOut', 'dead'] : live);
    const line = await lineOf(sys, row.creditLineId);
    const product = line && (await productOf(sys, line.productId, line.productVersion));
    return {
      row,
      items,
      sheet: {
        docNo: row.docNo,
        client: row.client,
        bank: row.bank,
        site: row.site,
        village: lookups().regionName(row.regionCode, call.language) ?? '',
        heads: items.length,
        kinds: kindsOf(call, items),
        tags: items.map((one) => one.earTag).sort(),
        from: row.from,
        to: row.to,
        days: product?.noticeDays ?? 0,
      },
    };
  });
}

interface Annex {
  readonly contractNo: string;
  readonly contractOn: string;
  readonly client: string;
  readonly bank: string;
  readonly site: string;
  readonly rows: readonly (readonly string[])[];
  readonly heads: number;
  readonly total: string;
}
const words = 'bank.annexPaper';
/** 抵押物清单, annex of the contract. */
const annexPaper = definePaper<Annex>({
  name: 'bank.pledgeAnnex',
  // It lists what each animal was valued at: whoever sees the pledge alone does not open it (R5, R6).
  entity: 'bank.creditLine',
  title: (_, say) => say(`${words}.title`),
  draw: (sheet, data, say) =>
    sheet
      .title(say(`${words}.title`), data.contractNo)
      .facts([
        [say(`${words}.bank`), data.bank],
        [say(`${words}.client`), data.client],
        [say(`${words}.site`), data.site],
        [say(`${words}.contractOn`), data.contractOn],
        [say(`${words}.heads`), String(data.heads)],
        [say(`${words}.total`), data.total],
      ])
      .table(
        [
          { label: '#', width: 0.5 },
          { label: say('bank.pledgeItem.earTag'), width: 2 },
          { label: say('bank.pledgeItem.species') },
          { label: say('bank.pledgeItem.stage') },
          { label: say('bank.pledgeItem.startValue'), align: 'right', width: 1.3 },
        ],
        data.rows.map((row) => [...row]),
      )
      .signatures([say(`${words}.bankSign`), say(`${words}.clientSign`)]),
  // Whoever holds the paper may learn that it is one, of how many heads and when; not what they are worth.
  facts: ({ contractNo, contractOn, heads }, say) => [
    { label: say('bank.pledge.contractNo'), value: contractNo },
    { label: say(`${words}.contractOn`), value: contractOn },
    { label: say(`${words}.heads`), value: String(heads) },
  ],
});

async function annex(call: Call<typeof makeAnnex>) {
  const { tx, body } = call;
  await findRow(call, pledge, body.id);
  const [sums] = await tx.query('select 1 from bank.pledge_amount where tenant_no = kit.tenant() and id = $1', [
    body.id,
  ]);
  if (!sums) throw notFound();
  const { row, items } = await sheetOf(call, tx, body.id);
  if (!row.contractNo) throw refuse('noContract');
  const values = await inBank(tx, (sys) =>
    sys.query<{ id: number; cents: number }>(
      'select id, start_value as cents from bank.pledge_item_amount where tenant_no = kit.tenant() and id = any ($1)',
      [items.map((one) => one.id)],
    ),
  );
  const centsOf = new Map(values.map((one) => [one.id, one.cents]));
  const label = (dict: string, code: string) =>
    lookups().dictLabel(dict, code, call.actor.tenantNo, call.language) ?? code;
  const data: Annex = {
    contractNo: row.contractNo,
    contractOn: row.contractOn ?? '',
    client: row.client,
    bank: row.bank,
    site: row.site,
    heads: items.length,
    total: formatCents(sumCents(values.map((one) => one.cents))),
    rows: items.map((one, at) => [
      String(at + 1),
      one.earTag,
      label('species', one.species),
      label('stage', one.stage),
      formatCents(centsOf.get(one.id) ?? 0),
    ]),
  };
  const made = await makePaper(tx, annexPaper, {
    id: row.creditLineId,
    docNo: row.docNo,
    data,
    language: call.language,
    say: call.say,
  });
  return { fileId: made.fileId };
}

/** What stands beside the declared heads: the station looks, and gives its opinion. */
const facts = (call: Call<typeof titleFacts>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const row = await findRow(within(call, tx), pledge, call.params.id);
    return inBank(tx, async (sys) => {
      const items = await itemsOf(sys, { pledgeId: row.id }, live);
      const ids = items.map((one) => one.animalId);
      const label = (dict: string, code: string) =>
        lookups().dictLabel(dict, code, call.actor.tenantNo, call.language) ?? code;
      const stock = await sys.query<{ species: string; stage: string; stock: number; declared: number }>(
        `select a.species, a.stage, count(*)::int as stock, count(*) filter (where a.id = any ($2))::int as declared
         from bank.pledge_animal_seen a where a.tenant_no = kit.tenant() and a.principal_id = $1
           and a.status = 'inStock'
         group by 1, 2 order by 1, 2`,
        [row.principalId, ids],
      );
      const origins = await sys.query<{ source: string; heads: number; certified: number }>(
        `select a.source, count(*)::int as heads,
           count(*) filter (where a.quarantine_cert_no is not null)::int as certified
         from bank.pledge_animal_seen a where a.tenant_no = kit.tenant() and a.id = any ($1)
         group by 1 order by 2 desc`,
        [ids],
      );
      const [census] = await sys.query<{ heads: number; on: string }>(
        `select sum(head)::int as heads, to_char(max(on_date), 'YYYY-MM-DD') as "on" from bank.pledge_census_seen
         where tenant_no = kit.tenant() and principal_id = $1
           and on_date = (select max(on_date) from bank.pledge_census_seen
             where tenant_no = kit.tenant() and principal_id = $1)`,
        [row.principalId],
      );
      const immune = ids.length > 0 ? await immunityOf(sys, ids, ['fmd'], today()) : [];
      const [doubles] = await sys.query<{ n: number }>(
        `select count(*)::int as n from bank.pledge_item i where i.tenant_no = kit.tenant() and i.animal_id = any ($1)
           and i.pledge_id <> $2 and i.state in ('reserved', 'pledged', 'releasing', 'missing')`,
        [ids, row.id],
      );
      return {
        stock: stock.map((one) => ({
          ...one,
          species: label('species', one.species),
          stage: label('stage', one.stage),
        })),
        origins: origins.map((one) => ({ ...one, source: label('animal_source', one.source) })),
        census: census?.on ? census : null,
        immunised: immune.filter((one) => one.protected).length,
        declared: items.length,
        doubles: doubles?.n ?? 0,
        statement: row.statement,
      };
    });
  });

const file = (call: Call<typeof pledgedAnimal>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const row = await findRow(within(call, tx), pledgeItem, call.params.id);
    // Of class parties: whoever reads no sums gets none.
    const values = await tx.query<{ day: string; cents: number; priceLineId: number | null; isEstimate: boolean }>(
      `select to_char(day, 'YYYY-MM-DD') as day, value as cents, price_line_id as "priceLineId",
         coalesce(weight_from = 'standard', false) as "isEstimate"
       from bank.head_value where tenant_no = kit.tenant() and animal_id = $1 and item_id = $2 order by day`,
      [row.animalId, row.id],
    );
    const sightings = await inBank(tx, (sys) =>
      sys.query<{ at: string; by: string; where: string | null }>(
        `select at, by, place as "where" from (
           select i.surveyed_at as at, 'count' as by, null::text as place from bank.pledge_item i
             where i.tenant_no = kit.tenant() and i.id = $1 and i.surveyed_at is not null
           union all
           select i.seen_at, i.seen_by, null from bank.pledge_item i
             where i.tenant_no = kit.tenant() and i.id = $1 and i.seen_at is not null
           union all
           select l.at, 'count', c.doc_no from bank.pledge_count_line l
             join bank.pledge_count c on c.tenant_no = l.tenant_no and c.id = l.count_id
             where l.tenant_no = kit.tenant() and l.animal_id = $2 and l.at is not null and c.site_id = $3) s
         order by at desc limit 60`,
        [row.id, row.animalId, row.siteId ?? 0],
      ),
    );
    const photos = await inBank(tx, (sys) =>
      sys.query<{ fileId: number; at: string | null; by: string }>(
        `select f as "fileId", i.surveyed_at as at, 'survey' as by from bank.pledge_item i, unnest(i.photos) f
           where i.tenant_no = kit.tenant() and i.id = $1`,
        [row.id],
      ),
    );
    const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString());
    return {
      item: {
        id: row.id,
        pledgeId: row.pledgeId,
        pledgeNo: String(row.pledgeIdName ?? ''),
        earTag: row.earTag,
        client: row.client ?? '',
        site: row.site ?? '',
        state: row.state,
        value: row.value,
        startValue: row.startValue,
      },
      values,
      sightings: sightings.map((one) => ({ ...one, at: iso(one.at) ?? '' })),
      cover: row.coverPolicyNo
        ? {
            policyNo: row.coverPolicyNo,
            until: row.coverTo ?? '',
            sum: row.sumInsured,
            beneficiary: row.beneficiarySet,
          }
        : null,
      photos: photos.map((one) => ({ ...one, at: iso(one.at) })),
    };
  });

export const viewRoutes = (): Route[] => [
  serve('bank', pledgeNotice, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => (await sheetOf(call, tx, call.params.id)).sheet),
  ),
  serve('bank', printPledge, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { kind, id } = call.params;
      const { row, sheet } = await sheetOf(call, tx, id);
      if (kind === 'discharge' && !row.endedOn) throw refuse('notDischarged');
      return {
        ...sheet,
        qrCode: row.qrCode,
        statement: row.statement,
        contractNo: row.contractNo,
        registryNo: row.registryNo,
        cancelNo: row.cancelNo,
        endedOn: row.endedOn,
        managerPhone: row.guardPhone,
      };
    }),
  ),
  serve('bank', makeAnnex, annex),
  serve('bank', titleFacts, facts),
  serve('bank', pledgedAnimal, file),
  serve('bank', pledgeOfAnimal, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const [item] = await tx.query<{ itemId: number }>(
        `select id as "itemId" from bank.pledge_item where tenant_no = kit.tenant() and animal_id = $1
           and state in ('reserved', 'pledged', 'releasing', 'missing')`,
        [call.params.animalId],
      );
      return item ?? null;
    }),
  ),
];
