import { formatCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { zonesHit } from '#modules/prevention/server/index.ts';
import { coverAlarms } from './cover-alarms.ts';
import { standing } from './standing.ts';

/** From this share of a site's book on, animals nobody has seen are urgent. */
const manyUnseen = 0.05;

interface Parties {
  readonly id: number;
  readonly name: string;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly regionCode: number | null;
}
const partiesOf = (entity: string, row: Parties) => ({
  key: row.id,
  subject: { entity, id: row.id, name: row.name },
  bankId: row.bankId,
  principalId: row.principalId,
  supervisorId: row.supervisorId,
  regionCode: row.regionCode,
});
const siteColumns = `s.id, s.name, s.bank_id as "bankId", s.principal_id as "principalId",
  s.supervisor_id as "supervisorId", s.region_code as "regionCode"`;
const bookOf = `bank.pledge_site s
  join bank.pledge p on p.tenant_no = s.tenant_no and p.site_id = s.id
    and p.status in ('active', 'enforceAsked', 'enforcing')
  join bank.pledge_item i on i.tenant_no = p.tenant_no and i.pledge_id = p.id and i.state in ('pledged', 'releasing')
  join bank.credit_line l on l.tenant_no = p.tenant_no and l.id = p.credit_line_id
  join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id`;

/** Heads of a site that nothing and nobody has seen for longer than the product allows. */
async function unseen(tx: Tx): Promise<void> {
  const rows = await tx.query<Parties & { n: number; book: number; tags: string[] }>(
    `with b as (select ${siteColumns}, i.ear_tag, i.seen_at is null
         or i.seen_at < now() - make_interval(days => d.unseen_days) as is_lost
       from ${bookOf} where s.tenant_no = kit.tenant())
     select id, name, "bankId", "principalId", "supervisorId", "regionCode", count(*)::int as book,
       (count(*) filter (where is_lost))::int as n,
       (array_agg(ear_tag order by ear_tag) filter (where is_lost))[1:50] as tags
     from b group by 1, 2, 3, 4, 5, 6 having count(*) filter (where is_lost) > 0 order by id`,
  );
  await standing(
    tx,
    'unseen',
    rows.map((row) => ({
      ...partiesOf('bank.pledgeSite', row),
      ...(row.n >= row.book * manyUnseen && { level: 'urgent' as const }),
      args: { siteId: row.id, site: row.name, n: row.n, book: row.book },
      evidence: { tags: row.tags },
    })),
  );
}

/** Two nights in a row fewer heads heard of by their devices than the product wants. */
async function seenShareLow(tx: Tx): Promise<void> {
  const rows = await tx.query<Parties & { seen: number; book: number; wanted: number }>(
    `select ${siteColumns}, (array_agg(y.seen_by_device order by y.day desc))[1] as seen,
       (array_agg(y.book order by y.day desc))[1] as book, w.share::float8 as wanted
     from bank.pledge_site s
       join lateral (select max(d.device_share) as share from bank.pledge p
         join bank.credit_line l on l.tenant_no = p.tenant_no and l.id = p.credit_line_id
         join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id and d.device_need <> 'none'
         where p.tenant_no = s.tenant_no and p.site_id = s.id and p.status = 'active') w on w.share is not null
       join bank.pledge_seen_day y on y.tenant_no = s.tenant_no and y.site_id = s.id and y.day > $1::date - 2
         and y.day <= $1::date
     where s.tenant_no = kit.tenant()
     group by s.id, w.share
     having count(*) = 2 and bool_and(y.book > 0 and y.seen_by_device * 100 < y.book * w.share) order by s.id`,
    [today()],
  );
  await standing(
    tx,
    'seenShareLow',
    rows.map((row) => ({
      ...partiesOf('bank.pledgeSite', row),
      args: { siteId: row.id, site: row.name, seen: row.seen, book: row.book, wanted: row.wanted },
    })),
  );
}

interface Owed extends Parties {
  readonly creditLineId: number;
  readonly docNo: string;
  readonly dueOn: string;
  readonly balance: number;
  readonly days: number;
}
/** Ten days before a loan is due, and from the day after it. */
async function repayments(tx: Tx): Promise<void> {
  const rows = await tx.query<Owed>(
    `select n.id, n.loan_no as name, n.bank_id as "bankId", n.principal_id as "principalId",
       null::bigint as "supervisorId", null::bigint as "regionCode", n.credit_line_id as "creditLineId",
       l.doc_no as "docNo", to_char(n.due_on, 'YYYY-MM-DD') as "dueOn", n.balance, n.due_on - $1::date as days
     from bank.loan n join bank.credit_line l on l.tenant_no = n.tenant_no and l.id = n.credit_line_id
     where n.tenant_no = kit.tenant() and n.status in ('active', 'overdue') and n.balance > 0
       and n.due_on <= $1::date + 10 order by n.id`,
    [today()],
  );
  const alarmOf = (row: Owed) => ({
    ...partiesOf('bank.loan', row),
    args: {
      creditLineId: row.creditLineId,
      docNo: row.docNo,
      loanNo: row.name,
      dueOn: row.dueOn,
      amount: formatCents(row.balance),
      n: Math.abs(row.days),
    },
  });
  await standing(tx, 'repaySoon', rows.filter((one) => one.days >= 0).map(alarmOf));
  await standing(tx, 'repayDue', rows.filter((one) => one.days < 0).map(alarmOf));
}

/** Entries at the movables registry that run out within 60 days, and consents within 30. */
async function papers(tx: Tx): Promise<void> {
  const pledges = await tx.query<Parties & { until: string }>(
    `select id, doc_no as name, bank_id as "bankId", principal_id as "principalId", null::bigint as "supervisorId",
       null::bigint as "regionCode", to_char(registry_expire_on, 'YYYY-MM-DD') as until
     from bank.pledge where tenant_no = kit.tenant() and status in ('registered', 'active', 'enforceAsked', 'enforcing')
       and registry_expire_on <= $1::date + 60 order by id`,
    [today()],
  );
  await standing(
    tx,
    'registryEnding',
    pledges.map((row) => ({
      ...partiesOf('bank.pledge', row),
      args: { pledgeId: row.id, docNo: row.name, until: row.until },
    })),
  );
  const clients = await tx.query<Parties & { until: string }>(
    `select id, client_name as name, bank_id as "bankId", principal_id as "principalId", null::bigint as "supervisorId",
       null::bigint as "regionCode", to_char(consent_to, 'YYYY-MM-DD') as until
     from bank.bank_client where tenant_no = kit.tenant() and status in ('active', 'watch') and consent_ended_at is null
       and consent_to <= $1::date + 30 order by id`,
    [today()],
  );
  await standing(
    tx,
    'consentEnding',
    clients.map((row) => ({
      ...partiesOf('bank.bankClient', row),
      args: { clientId: row.id, client: row.name, until: row.until },
    })),
  );
}

/** R10, R22: sites in the rings of an open action against a disease, and those with a quarantined animal. */
export async function zones(tx: Tx): Promise<void> {
  const sites = await tx.query<Parties & { longitude: number; latitude: number; quarantined: number }>(
    `select ${siteColumns}, s.longitude, s.latitude, (count(*) filter (where a.quarantined))::int as quarantined
     from ${bookOf} join bank.watch_animal a on a.tenant_no = i.tenant_no and a.id = i.animal_id
     where s.tenant_no = kit.tenant() group by s.id order by s.id`,
  );
  const hit = [];
  for (const site of sites) {
    const [zone] = await zonesHit(tx, { longitude: site.longitude, latitude: site.latitude }, today());
    const [region] = zone || !site.regionCode ? [] : await zonesHit(tx, { regionCode: site.regionCode }, today());
    const found = zone ?? region;
    if (!found && site.quarantined === 0) continue;
    hit.push({
      ...partiesOf('bank.pledgeSite', site),
      args: { siteId: site.id, site: site.name, docNo: found?.docNo ?? '-', n: site.quarantined },
      evidence: { ring: found?.ring ?? null, disease: found?.diseaseCode ?? null, quarantined: site.quarantined },
    });
  }
  await standing(tx, 'zoneHit', hit);
}

/** Everything that holds or does not hold by the state of the book: opened, counted up, closed by itself. */
export const looks: readonly ((tx: Tx) => Promise<void>)[] = [
  unseen,
  seenShareLow,
  (tx) => coverAlarms(tx),
  repayments,
  papers,
  zones,
];
export async function lookAtBook(tx: Tx): Promise<void> {
  for (const look of looks) await look(tx);
}
