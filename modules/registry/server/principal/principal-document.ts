import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import {
  documentCounts,
  principalDocument,
  reminderDays,
  remindOwners,
} from '#modules/registry/contract/principal/principal-document.ts';

const entity = 'registry.principalDocument';
const linkPath = (title: string) => `/pri/documentMaintenance?keyword=${encodeURIComponent(title)}`;

interface Paper {
  readonly id: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly title: string;
  readonly status: string;
  readonly docKind: string;
  readonly ownerKind: string;
  readonly staffId: number | null;
  readonly validTo: string | null;
  readonly replacesId: number | null;
  readonly owner: string;
}

const paperSql = `select d.id, d.principal_id as "principalId", d.region_code as "regionCode", d.title, d.status, d.doc_kind as "docKind", d.owner_kind as "ownerKind",
  d.staff_id as "staffId", to_char(d.valid_to, 'YYYY-MM-DD') as "validTo", d.replaces_id as "replacesId",
  (select p.principal_unit_name from registry.principal p where p.id = d.principal_id) as owner from registry.principal_document d`;

/** R29, and what a renewal must share with what it renews. */
async function check(call: Call, values: FormOf<typeof principalDocument>): Promise<void> {
  const faults: FieldError[] = [];
  const { issuedOn, validFrom, validTo, replacesId } = values;
  if (validTo && ((issuedOn && validTo < issuedOn) || (validFrom && validTo < validFrom)))
    faults.push({ field: 'validTo', key: 'registry.principalDocument.validToEarly' });
  if (issuedOn && issuedOn > today()) faults.push({ field: 'issuedOn', key: 'registry.principalDocument.issuedLate' });
  if (values.files.length === 0) faults.push({ field: 'files', key: 'error.field.required' });
  if (replacesId) {
    const [old] = await call.tx.query<Paper>(`${paperSql} where d.id = $1`, [replacesId]);
    const fits =
      old?.principalId === values.principalId &&
      old.docKind === values.docKind &&
      ['valid', 'expired'].includes(old.status);
    if (!fits) faults.push({ field: 'replacesId', key: 'registry.principalDocument.renewsOther' });
  }
  if (faults.length > 0) throw invalid(faults);
}

const askVerifiers = async (call: Call, id: number): Promise<void> => {
  const [paper] = await call.tx.query<Paper>(`${paperSql} where d.id = $1`, [id]);
  if (!paper) return;
  await openTask(call.tx, {
    taskType: 'approve',
    taskName: { key: 'registry.principalDocument.taskVerify', args: { name: paper.owner, title: paper.title } },
    entity,
    entityId: id,
    linkPath: `${linkPath(paper.title)}&status=pending`,
    permission: 'pri:document:verify',
    regionCode: paper.regionCode,
    principalId: paper.principalId,
  });
};

/** A paper that takes effect ends the one it renews; whoever waited hears the outcome. */
async function settle(call: Call, move: Move): Promise<void> {
  if (move.name === 'resubmit') return askVerifiers(call, move.id);
  const [paper] = await call.tx.query<Paper>(`${paperSql} where d.id = $1`, [move.id]);
  if (!paper) return;
  await closeTask(call.tx, entity, move.id);
  if (move.name === 'verify' && paper.replacesId) await leave(call.tx, paper.replacesId, 'replaced', call.actor);
  await notify(call.tx, {
    audience: { principalIds: [paper.principalId] },
    type: 'notice',
    title: { key: `registry.principalDocument.notice_${move.name}`, args: { title: paper.title } },
    content: { key: 'registry.principalDocument.noticeReason', args: { reason: move.remark ?? '-' } },
    linkPath: linkPath(paper.title),
  });
}

/** A step no person takes on this paper: its end, or the day its renewal takes effect. */
async function leave(
  tx: Tx,
  id: number,
  to: 'expired' | 'replaced',
  by: { userId: number | null; nickname: string | null },
): Promise<void> {
  const [moved] = await tx.query<{ from: string }>(
    `update registry.principal_document d set status = $2, version = d.version + 1, updated_at = now(), updated_by = $3
     from (select id, status from registry.principal_document where id = $1 for update) old
     where d.id = old.id and old.status in ('valid', 'expired') and old.status <> $2 returning old.status as from`,
    [id, to, by.userId],
  );
  if (moved)
    await recordTransition(tx, by, {
      entity,
      entityId: id,
      name: to === 'expired' ? 'expire' : 'replace',
      from: moved.from,
      to,
    });
}

/** Those who look after papers at the place: the township's station and the county's authority. */
async function verifiersOf(tx: Tx, regionCode: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from registry.principal where status = 'active' and principal_unit_type in ('authority', 'preventionStation')
       and region_code in ($1::bigint / 1000 * 1000, $1::bigint / 1000000 * 1000000)`,
    [regionCode],
  );
  return rows.map((row) => row.id);
}

async function remind(tx: Tx, paper: Paper, days: number, verifiersToo: boolean): Promise<void> {
  const words = {
    type: 'reminder' as const,
    level: days <= 7 ? ('important' as const) : ('normal' as const),
    title: {
      key: `registry.principalDocument.${days < 0 ? 'remindExpired' : 'remind'}`,
      args: { name: paper.owner, title: paper.title, days: Math.abs(days) },
    },
    content: { key: 'registry.principalDocument.remindText', args: { on: paper.validTo ?? '-' } },
    linkPath: linkPath(paper.title),
  };
  await notify(tx, { ...words, audience: { principalIds: [paper.principalId] } });
  const verifiers = verifiersToo ? await verifiersOf(tx, paper.regionCode) : [];
  if (verifiers.length > 0)
    await notify(tx, {
      ...words,
      audience: { principalIds: verifiers, roleCodes: ['region_manager', 'ant_township'] },
    });
}

const daysTo = (day: string | null): number =>
  day === null ? Number.POSITIVE_INFINITY : Math.round((Date.parse(day) - Date.parse(today())) / 86_400_000);

/** R29: once a night; what was told or ended already is left alone, so it bears repeating. */
export async function tendPapers(tx: Tx): Promise<{ reminded: number; expired: number }> {
  const ended = await tx.query<Paper>(
    `${paperSql} where d.status = 'valid' and d.valid_to < $1::date order by d.id limit 5000`,
    [today()],
  );
  for (const paper of ended) {
    await leave(tx, paper.id, 'expired', { userId: null, nickname: null });
    await publish(tx, 'document.expired', {
      kind: 'expired',
      data: {
        documentId: paper.id,
        docKind: paper.docKind,
        ownerKind: paper.ownerKind,
        ownerId: paper.staffId ?? paper.principalId,
        principalId: paper.principalId,
        validTo: paper.validTo,
      },
    });
  }
  const near = await tx.query<Paper & { remindedDays: number | null }>(
    `${paperSql.replace(' as owner', ' as owner, d.reminded_days as "remindedDays"')}
     where d.status = 'valid' and d.valid_to between $1::date and $1::date + $2::int order by d.id limit 5000`,
    [today(), reminderDays[0]],
  );
  let reminded = 0;
  for (const paper of near) {
    const left = daysTo(paper.validTo);
    const step = reminderDays.findLast((days) => left <= days) ?? reminderDays[0];
    if (paper.remindedDays !== null && paper.remindedDays <= step) continue;
    await remind(tx, paper, left, true);
    await tx.query('update registry.principal_document set reminded_days = $2 where id = $1', [paper.id, step]);
    reminded += 1;
  }
  return { reminded, expired: ended.length };
}

export type PaperOwner = { readonly staffId: number } | { readonly principalId: number };

/**
 * Which of these kinds a unit, or a person it employs, has no paper for on that day.
 *
 * @example
 * const missing = await documentsValidOf(tx, { staffId }, ['vetLicence'], '2026-11-15');
 */
export async function documentsValidOf(
  tx: Tx,
  owner: PaperOwner,
  docKinds: readonly string[],
  day: string,
): Promise<string[]> {
  const [kind, column, id] =
    'staffId' in owner ? ['staff', 'staff_id', owner.staffId] : ['principal', 'principal_id', owner.principalId];
  const rows = await tx.query<{ kind: string }>(
    `select distinct doc_kind as kind from registry.principal_document
     where ${column} = $1 and owner_kind = $4 and doc_kind = any ($2) and status = 'valid'
       and (valid_from is null or valid_from <= $3::date) and (valid_to is null or valid_to >= $3::date)`,
    [id, docKinds, day, kind],
  );
  return docKinds.filter((one) => !rows.some((row) => row.kind === one));
}

/** The same of a unit. */
export const documentsValid = (tx: Tx, principalId: number, docKinds: readonly string[], day: string) =>
  documentsValidOf(tx, { principalId }, docKinds, day);

export const principalDocumentRoutes = (): Route[] => [
  ...serveResource(principalDocument)({
    expressions: { daysLeft: `(t.valid_to - (now() at time zone 'Asia/Shanghai')::date)` },
    before: {
      add: async (call, values) => {
        await check(call, values);
        return undefined;
      },
      edit: async (call, values, row) => {
        await check(call, { ...values, principalId: row.principalId, replacesId: row.replacesId });
        return undefined;
      },
      transition: async (_call, move) => ({ reason: move.remark ?? null }),
    },
    after: {
      add: async (call, id, values) => {
        await linkFiles(call.tx, values.files, entity, id);
        await askVerifiers(call, id);
      },
      edit: (call, id, values) => linkFiles(call.tx, values.files, entity, id),
      remove: async (call, ids) => {
        for (const id of ids) await closeTask(call.tx, entity, id);
      },
      transition: settle,
    },
  }),
  serve('registry', documentCounts, async (call) => {
    const [rows] = await call.database.read<[{ pending: number; valid: number; expiring: number; expired: number }]>(
      call.actor.scope,
      {
        text: `select (count(*) filter (where status = 'pending'))::int as pending, (count(*) filter (where status = 'valid'))::int as valid,
                 (count(*) filter (where status = 'valid' and valid_to <= $1::date + 60))::int as expiring, (count(*) filter (where status = 'expired'))::int as expired
               from registry.principal_document`,
        values: [today()],
      },
    );
    return rows[0] ?? { pending: 0, valid: 0, expiring: 0, expired: 0 };
  }),
  serve('registry', remindOwners, async (call) => {
    const papers = await call.tx.query<Paper>(
      `${paperSql} where d.id = any ($1) and d.status in ('valid', 'expired') and d.valid_to is not null`,
      [call.body.idArr],
    );
    for (const paper of papers) await remind(call.tx, paper, daysTo(paper.validTo), false);
    return { told: papers.length };
  }),
];

/** R63: what is in force goes with its holder to the survivor. */
export async function reassignPapers(tx: Tx, from: number, to: number, regionCode: number): Promise<number> {
  const rows = await tx.query(
    `update registry.principal_document set principal_id = $2, region_code = $3, version = version + 1, updated_at = now() where principal_id = $1 and status in ('pending', 'valid', 'expired') returning 1`,
    [from, to, regionCode],
  );
  return rows.length;
}
