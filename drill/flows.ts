import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { bookLot } from '#modules/depot/server/stock/lot.ts';
import { tokenOf } from '../bench/world.ts';
import { day, forget, tenant } from './fixtures.ts';
import { importFile } from './sheet-files.ts';
import type { Answer, Stubborn } from './wire.ts';

/** What people were told is done. */
export interface Acks {
  /** Registrations: entry → the tags on it. */
  readonly entries: Map<number, readonly string[]>;
  /** Handovers: paper → animals and the household they went to. */
  readonly handovers: Map<number, { animalIds: readonly number[]; to: number }>;
  /** Visits: sheet → its own key and heads. */
  readonly visits: Map<number, { clientKey: string; heads: number }>;
  /** Papers of the store: paper → its remark, doses, and whether its posting was acknowledged. */
  readonly outs: Map<number, { remark: string; doses: number; posted: boolean }>;
  /** Notices: notice → its title, and whether its publication was acknowledged. */
  readonly notices: Map<number, { title: string; published: boolean }>;
  /** Imports: job → the word its rows begin with, and their number. */
  readonly imports: Map<number, { prefix: string; rows: number }>;
  /** Told no, which nothing here deserves. */
  readonly refused: string[];
  /** Not decided when the drill ended. */
  open: number;
  count: number;
}

export const newAcks = (): Acks => ({
  entries: new Map(),
  handovers: new Map(),
  visits: new Map(),
  outs: new Map(),
  notices: new Map(),
  imports: new Map(),
  refused: [],
  open: 0,
  count: 0,
});

export interface Fixtures {
  readonly tokens: { worker: string; keeper: string; admin: string; region: string };
  readonly households: readonly number[];
  readonly photos: readonly number[];
  readonly receivers: readonly number[];
  readonly box: { depotId: number; materialId: number; lotId: number; doses: number };
  readonly store: { depotId: number; materialId: number; lotId: number; doses: number };
  /** Keeps the tags and titles of several runs on one database apart. */
  readonly series: number;
  next: number;
}

const heads = 2;
const perPaper = 3;
export const importedRows = 40;

/** Households of a worker's village, a full box, a full store and a season that is open. */
export async function makeFixtures(
  db: Client,
  database: Database,
  households: number,
  { series = 1, boxDoses = 1_000_000, storeDoses = 1_000_000 } = {},
): Promise<Fixtures> {
  const one = async <T>(text: string, values: unknown[] = []) => (await db.query(text, values)).rows as T[];
  const staffOf = async (username: string) => {
    const [row] = await one<{ id: number; principal: number; region: number }>(
      `select s.id::float8 as id, s.principal_id::float8 as principal, p.region_code::float8 as region from registry.staff s join platform.sys_user u on u.id = s.user_id
       join registry.principal p on p.id = s.principal_id where u.username = $1 and s.status = 'active'`,
      [username],
    );
    if (!row) throw new Error(`no staff ${username}`);
    return row;
  };
  await one(
    `update prevention.prevention_season set end_date = current_date + 40, status = 'ongoing' where tenant_no = $1
       and id = (select max(id) from prevention.prevention_season where tenant_no = $1 and kind <> 'special')`,
    [tenant],
  );
  const worker = await staffOf('kzzq_worker1');
  const keeper = await staffOf('depot1');
  const [village] = await one<{ code: number }>(
    `select p.region_code::float8 as code from registry.principal p join platform.sys_user u on u.principal_id = p.id where u.username = 'house1'`,
  );
  const houses = await one<{ id: number }>(
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, species_kept, scale)
     select $1, $2, '演练户' || $4::int || '-' || n, 'household', 5, '演练', array['cattle'], 'small' from generate_series(1, $3::int) n returning id::float8 as id`,
    [tenant, village?.code, households, series],
  );
  const photos = await one<{ id: number }>(
    `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
     select tenant_no, id, 'door.png', 'image/png', 9, gen_random_uuid()::text, gen_random_uuid()::text, 'prevention.immunisationVisit'
     from platform.sys_user, generate_series(1, $1::int) where username = 'kzzq_worker1' returning id::float8 as id`,
    [households],
  );
  const receivers = await one<{ id: number }>(
    `select id::float8 as id from platform.sys_user where tenant_no = $1 and status = 'active' order by id limit 5`,
    [tenant],
  );
  const stocked = async (name: string, box: boolean, staff: { id: number; principal: number; region: number }) => {
    if (box) await one(`update depot.depot set status = 'closed' where kind = 'box' and staff_id = $1`, [staff.id]);
    const [depot] = await one<{ id: number }>(
      `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids, staff_id, staff_job)
       values ($1, $2, $3, $4, '演练库', $5, jsonb_build_array($6::bigint), $7, $8) returning id::float8 as id`,
      [
        tenant,
        staff.region,
        staff.principal,
        `DR${name}${series}`,
        box ? 'box' : 'warehouse',
        staff.id,
        box ? staff.id : null,
        box ? 'preventionWorker' : null,
      ],
    );
    const [goods] = await one<{ id: number }>(
      `insert into depot.material (tenant_no, material_no, name, kind, spec, base_unit, decimals, packs, tracking, has_expiry, sharing, vaccine_code)
       values ($1, $2, '演练疫苗' || $2, 'vaccine', '50头份/瓶', 'dose', 0, '[]', 'batch', true, 'shared', $3) returning id::float8 as id`,
      [tenant, `DR${name}${series}`, box ? 'fmdOA' : null],
    );
    const doses = box ? boxDoses : storeDoses;
    const depotId = depot?.id ?? 0;
    const materialId = goods?.id ?? 0;
    const lotId = await database.transaction(systemScope(tenant, 'drill'), async (tx) => {
      const lot = await bookLot(tx, { materialId, lotNo: `DR${name}${series}`, expireOn: day(300) });
      await postMoves(tx, [
        {
          moveKind: 'in',
          materialId,
          lotId: lot.id,
          from: { kind: 'purveyor' },
          to: { kind: 'depot', id: depotId },
          qty: doses,
          bizDate: day(),
          docType: 'otherIn',
          lineId: 1,
        },
      ]);
      return lot.id;
    });
    return { depotId, materialId, lotId, doses };
  };
  return {
    tokens: {
      worker: await tokenOf(db, 'kzzq_worker1'),
      keeper: await tokenOf(db, 'depot1'),
      admin: await tokenOf(db, 'tl_admin'),
      region: await tokenOf(db, 'tl_region'),
    },
    households: houses.map((row) => row.id),
    photos: photos.map((row) => row.id),
    receivers: receivers.map((row) => row.id),
    box: await stocked('B', true, worker),
    store: await stocked('S', false, keeper),
    series,
    next: 0,
  };
}

export interface Flow {
  readonly client: Stubborn;
  readonly fixtures: Fixtures;
  readonly acks: Acks;
}

/** The answer's data, counted; null when it was refused or not decided. */
function told(flow: Flow, what: string, answer: Answer | null): Answer['data'] | null {
  if (!answer) {
    flow.acks.open += 1;
    return null;
  }
  if (answer.code !== 200) {
    flow.acks.refused.push(
      `${what}: ${answer.code} ${answer.bizCode ?? ''} ${answer.msg} ${answer.errors?.map((one) => `${one.field} ${one.msg}`).join() ?? ''}`,
    );
    return null;
  }
  flow.acks.count += 1;
  return answer.data;
}

export const drillTag = (series: number, n: number, head: number) =>
  `2150521${series}${String(n * heads + head).padStart(7, '0')}`;

/** Two head are registered, immunised and handed over to the next household: three changes of one life. */
export async function live(flow: Flow): Promise<void> {
  const { client, fixtures, acks } = flow;
  const n = fixtures.next++;
  const from = fixtures.households[n % fixtures.households.length] as number;
  const to = fixtures.households[(n + 1) % fixtures.households.length] as number;
  const token = fixtures.tokens.worker;
  const tags = Array.from({ length: heads }, (_, head) => drillTag(fixtures.series, n, head));
  const entry = told(
    flow,
    'register',
    await client.ask({
      path: 'pri/animal/entry/register',
      token,
      key: randomUUID(),
      body: {
        entryKind: 'backlog',
        principalId: from,
        wornOn: day(-60),
        animals: tags.map((tag) => ({
          tag,
          species: 'cattle',
          breed: 'simmental',
          sex: 'female',
          birthDate: day(-700),
        })),
      },
    }),
  );
  if (!entry) return;
  acks.entries.set(entry.entryId, tags);
  const seen = await client.ask({ path: `pri/animal/entry/animals?id=${entry.entryId}`, token });
  const animalIds: number[] = (seen?.data ?? []).map((one: { id: number }) => one.id);
  const clientKey = randomUUID();
  const { lotId, materialId } = fixtures.box;
  const visit = told(
    flow,
    'visit',
    await client.ask({
      path: 'ant/visit/add',
      token,
      key: clientKey,
      body: {
        clientKey,
        mode: 'season',
        principalId: from,
        visitedOn: day(),
        result: 'done',
        photos: [fixtures.photos[n]],
        lines: [{ vaccineCode: 'fmdOA', materialId, lotId }],
        animals: animalIds.map((animalId) => ({ animalId, result: 'done' })),
      },
    }),
  );
  if (visit) acks.visits.set(visit.id, { clientKey, heads });
  const change = told(
    flow,
    'handover',
    await client.ask({
      path: 'pri/animal/change/submit',
      token,
      key: randomUUID(),
      body: { changeType: 'handover', animalIds, toPrincipalId: to, purpose: 'gift', happenedOn: day() },
    }),
  );
  if (change) acks.handovers.set(change.id, { animalIds, to });
}

/** A keeper writes a paper and posts it. */
export async function takeOut(flow: Flow): Promise<void> {
  const { client, fixtures, acks } = flow;
  const { depotId, materialId, lotId } = fixtures.store;
  const remark = `drill ${randomUUID()}`;
  const token = fixtures.tokens.keeper;
  const lines = [{ materialId, lotId, unit: 'dose', unitQty: perPaper }];
  const doc = told(
    flow,
    'paper',
    await client.ask({
      path: 'pri/depot/materialOut/add',
      token,
      key: randomUUID(),
      body: { depotId, reason: 'use', bizDate: day(), lines, remark },
    }),
  );
  if (!doc) return;
  const kept = { remark, doses: perPaper, posted: false };
  acks.outs.set(doc.id, kept);
  const posted = told(
    flow,
    'posting',
    await client.ask({
      path: 'pri/depot/materialOut/transition',
      token,
      key: randomUUID(),
      body: { id: doc.id, version: doc.version, name: 'post' },
    }),
  );
  kept.posted = posted !== null;
}

export async function giveNotice(flow: Flow, word = '演练'): Promise<void> {
  const { client, fixtures, acks } = flow;
  const title = `${word} ${randomUUID()}`;
  const token = fixtures.tokens.admin;
  const notice = told(
    flow,
    'notice',
    await client.ask({
      path: 'sys/notice/content/add',
      token,
      key: randomUUID(),
      body: {
        type: 'notice',
        level: 'normal',
        title,
        content: '<p>请阅</p>',
        attachments: [],
        needReceipt: false,
        audience: { userIds: fixtures.receivers },
      },
    }),
  );
  if (!notice) return;
  const kept = { title, published: false };
  acks.notices.set(notice.id, kept);
  const published = told(
    flow,
    'publication',
    await client.ask({
      path: 'sys/notice/content/transition',
      token,
      key: randomUUID(),
      body: { id: notice.id, version: notice.version, name: 'publish' },
    }),
  );
  kept.published = published !== null;
}

let importSeries = 0;

/** A file of farms, each with a number of its own; a worker carries it out. */
export async function importSome(flow: Flow): Promise<void> {
  const series = 1 + (importSeries++ % 9);
  const prefix = `演练场${importSeries}-`;
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  try {
    const from = Math.floor(importSeries / 9) * importedRows;
    const file = await importFile(folder, { prefix, series, count: importedRows, badCount: 0, from });
    const job = told(
      flow,
      'import',
      await flow.client.ask({
        path: 'pri/principal/info/import',
        token: flow.fixtures.tokens.region,
        key: randomUUID(),
        body: { mode: 'commit' },
        file: { bytes: file.bytes, name: 'drill.xlsx' },
      }),
    );
    if (job) flow.acks.imports.set(job.jobId, { prefix, rows: importedRows });
  } finally {
    forget(folder);
  }
}
