import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Range, showCode, showRange } from '#modules/sign/contract/numbers/code.ts';
import type { ChainStep, Located } from '#modules/sign/contract/numbers/tag-segment.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { staffOf, unitsOf } from './holders.ts';
import { packsIn } from './tag-pack.ts';
import { type Segment, segmentsAt } from './tag-segment.ts';
import { type Use, usesOf } from './tag-use.ts';

interface Animal {
  readonly id: number;
  readonly earTag: string;
  readonly species: string;
  readonly status: string;
  readonly holder: string;
}
interface Found {
  readonly segment: Segment | undefined;
  readonly use: Use | undefined;
}

/** Past the row rules, for one number; what of it may be told is decided by what the caller sees under his own. */
export async function find(tx: Tx, scheme: string, code: number): Promise<Found> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const [segments, uses] = await Promise.all([
      segmentsAt(all, scheme, [{ from: code, to: code }]),
      usesOf(all, scheme, [code]),
    ]);
    return { segment: segments.find((one) => one.from <= code && one.to >= code), use: uses[0] };
  });
}

const nothing = {
  place: null,
  state: null,
  elsewhere: false,
  holder: null,
  sender: null,
  category: null,
  since: null,
  holdNo: null,
  order: null,
  pack: null,
  eid: null,
  use: null,
  animal: null,
  alert: null,
} as const;

/** Where a number is. There is no third answer: its segment's place or, where that is worn, what became of it (§2.1). */
export async function locate(tx: Tx, scheme: string, code: number): Promise<Located> {
  const { segment, use } = await find(tx, scheme, code);
  const base = { scheme, code, shown: showCode(code) };
  if (!segment && !use) return { ...base, ...nothing, known: false };
  const [seen] = await tx.query<{ segment: boolean; use: boolean }>(
    `select exists (select 1 from sign.tag_segment where id = $1) as segment,
       exists (select 1 from sign.tag_use where id = $2) as use`,
    [segment?.id ?? 0, use?.id ?? 0],
  );
  const isSeen = segment && segment.place !== 'worn' ? Boolean(seen?.segment) : Boolean(seen?.use);
  const place = segment?.place ?? null;
  const known = { ...base, known: true, place, state: use?.state ?? null };
  if (!isSeen) return { ...nothing, ...known, elsewhere: true };
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const categories = await categoriesOf(all);
    const units = await unitsOf(all, [segment?.principalId ?? null, segment?.counterId ?? null]);
    const staff = await staffOf(all, [
      segment?.staffId ?? null,
      segment?.counterStaffId ?? null,
      use?.wornByStaffId ?? null,
    ]);
    const nameOf = (unit: number | null, person: number | null): string | null =>
      unit === null
        ? null
        : [units.get(unit)?.name, person === null ? null : staff.get(person)?.name].filter(Boolean).join(' ');
    const [bag] = await packsIn(all, scheme, 'bag', { from: code, to: code });
    const [box] = await packsIn(all, scheme, 'box', { from: code, to: code });
    const [order] = await all.query<{ id: number; docNo: string }>(
      `select p.id, p.doc_no as "docNo" from (select * from sign.sign_allot b where b.tenant_no = $1 and b.scheme = $2
         and b.code_from <= $3 order by b.code_from desc limit 1) a
           join sign.sign_procurement p on p.id = a.procurement_id
       where a.code_to >= $3`,
      [all.scope.tenantNo, scheme, code],
    );
    const [pair] = await all.query<{ eid: string }>(
      'select eid from sign.tag_pair where tenant_no = $1 and scheme = $2 and code = $3',
      [all.scope.tenantNo, scheme, code],
    );
    const [hold] = segment?.holdId
      ? await all.query<{ docNo: string }>('select doc_no as "docNo" from sign.tag_hold where id = $1', [
          segment.holdId,
        ])
      : [];
    const [animal] = use
      ? await all.query<Animal>('select id, "earTag", species, status, holder from sign.animal_facts($1)', [
          [use.animalId],
        ])
      : [];
    const [recovery] = use?.recoveryId
      ? await all.query<{ bagNo: string }>('select bag_no as "bagNo" from sign.sign_recovery where id = $1', [
          use.recoveryId,
        ])
      : [];
    const [alert] = await all.query<{ id: number; kind: string }>(
      `select a.id, a.kind from sign.sign_alert a where a.tenant_no = $1 and a.source = 'sign' and a.status <> 'closed'
         and a.kind in ('duplicateCode', 'wrongHolder', 'unknownCode') and a.args ->> 'code' = $2 limit 1`,
      [all.scope.tenantNo, String(code)],
    );
    const mayOpen = (order && (await sees(tx, 'procurement', order.id))) ?? false;
    return {
      ...known,
      elsewhere: false,
      holder:
        segment?.principalId != null
          ? {
              principalId: segment.principalId,
              staffId: segment.staffId,
              name: nameOf(segment.principalId, segment.staffId),
            }
          : null,
      sender: segment?.place === 'inTransit' ? nameOf(segment.counterId, segment.counterStaffId) : null,
      category: categories.get(segment?.categoryId ?? 0)?.name ?? null,
      since: segment?.sinceOn ?? use?.wornOn ?? null,
      holdNo: hold?.docNo ?? null,
      order: order ? { ...order, mayOpen } : null,
      pack:
        bag || box
          ? { id: (bag ?? box)?.id ?? 0, packNo: (bag ?? box)?.packNo ?? '', boxNo: bag ? (box?.packNo ?? null) : null }
          : null,
      eid: pair?.eid ?? null,
      use: use
        ? {
            state: use.state,
            origin: use.origin,
            wornOn: use.wornOn,
            worker: use.wornByStaffId === null ? null : (staff.get(use.wornByStaffId)?.name ?? null),
            wearDocNo: use.wearDocNo,
            endedOn: use.endedOn,
            endReason: use.endReason,
            nextCode: use.nextCode,
            bagNo: recovery?.bagNo ?? null,
            recoveredOn: use.recoveredOn,
            destroyedOn: use.destroyedOn,
          }
        : null,
      animal: animal
        ? {
            id: animal.id,
            earTag: animal.earTag,
            species: animal.species,
            status: animal.status,
            holder: animal.holder,
          }
        : null,
      alert: alert ? { id: alert.id, kind: alert.kind, text: alert.kind } : null,
    };
  });
}

const sees = async (tx: Tx, _what: 'procurement', id: number): Promise<boolean> =>
  (await tx.query('select 1 from sign.sign_procurement where id = $1', [id])).length > 0;

interface MoveRow extends Range {
  readonly id: number;
  readonly fromPlace: string | null;
  readonly fromPrincipalId: number | null;
  readonly fromStaffId: number | null;
  readonly toPlace: string;
  readonly toPrincipalId: number | null;
  readonly toStaffId: number | null;
  readonly docType: string;
  readonly docNo: string;
  readonly on: string;
  readonly at: string;
  readonly actor: string | null;
  readonly correction: boolean;
}
export const moveColumns = `m.id, m.code_from as "from", m.code_to as "to", m.from_place as "fromPlace",
  m.from_principal_id as "fromPrincipalId", m.from_staff_id as "fromStaffId", m.to_place as "toPlace",
  m.to_principal_id as "toPrincipalId", m.to_staff_id as "toStaffId", m.doc_type as "docType", m.doc_no as "docNo",
  m.happened_on as "on", m.at, sign.user_name(m.actor_id) as actor, m.correction`;

/** The screen that shows a paper, by its number. */
export function linkOf(docType: string, docNo: string): string | null {
  const page: Record<string, string> = {
    procurement: '/signIn/procurement',
    shipment: '/signIn/shipment',
    receiving: '/signIn/receiving',
    settle: '/signIn/receiving',
    storage: '/signIn/storage',
    stockOut: '/signIn/stockOut',
    return: '/signIn/stockOut',
    cancel: '/signIn/stockOut',
    scrap: '/signIn/scrap',
    recovery: '/sign/packRecovery',
  };
  const path = page[docType];
  return path ? `${path}?keyword=${encodeURIComponent(docNo)}` : null;
}

/** Every hand a number passed through, in order, and then what became of it. */
export async function chain(tx: Tx, scheme: string, code: number): Promise<{ at: Located; steps: ChainStep[] }> {
  const at = await locate(tx, scheme, code);
  const moves = await tx.query<MoveRow>(`select ${moveColumns} from sign.moves_of($1, $2) m order by m.id`, [
    scheme,
    code,
  ]);
  const own = await tx.query<{ id: number }>('select id from sign.tag_move where id = any ($1)', [
    moves.map((one) => one.id),
  ]);
  const visible = new Set(own.map((one) => one.id));
  const units = await unitsOf(
    tx,
    moves.flatMap((one) => [one.fromPrincipalId, one.toPrincipalId]),
  );
  const staff = await staffOf(
    tx,
    moves.flatMap((one) => [one.fromStaffId, one.toStaffId]),
  );
  const name = (unit: number | null, person: number | null) =>
    unit === null
      ? null
      : [units.get(unit)?.name, person === null ? null : staff.get(person)?.name].filter(Boolean).join(' ');
  const daysUntil = (from: string, to: string | undefined) =>
    to === undefined ? null : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const steps = moves.map((move, index): ChainStep => {
    const isMine = visible.has(move.id);
    return {
      kind: move.fromPlace === null ? 'allotted' : move.toPlace,
      place: move.toPlace,
      from: isMine ? name(move.fromPrincipalId, move.fromStaffId) : null,
      to: isMine ? name(move.toPrincipalId, move.toStaffId) : null,
      docType: move.docType,
      docNo: isMine ? move.docNo : '–',
      link: isMine ? linkOf(move.docType, move.docNo) : null,
      on: move.on,
      at: move.at,
      actor: isMine ? move.actor : null,
      days: daysUntil(move.on, moves[index + 1]?.on),
      range: isMine ? showRange(move) : '–',
      count: isMine ? move.to - move.from + 1 : 1,
      correction: move.correction,
    };
  });
  const { use } = at;
  if (!use) return { at, steps };
  const tail = (kind: string, on: string | null, docNo: string, to: string | null): ChainStep[] =>
    on === null
      ? []
      : [
          {
            kind,
            place: null,
            from: null,
            to,
            docType: kind,
            docNo,
            link: null,
            on,
            at: null,
            actor: null,
            days: null,
            range: at.shown,
            count: 1,
            correction: false,
          },
        ];
  const ended =
    use.state === 'worn' || use.state === 'voided'
      ? []
      : tail(`end_${use.endReason ?? use.state}`, use.endedOn, '–', use.nextCode ? showCode(use.nextCode) : null);
  return {
    at,
    steps: [
      ...steps,
      ...(steps.length === 0 ? tail(`origin_${use.origin}`, use.wornOn, use.wearDocNo, at.animal?.holder ?? null) : []),
      ...ended,
      ...tail('recovered', use.recoveredOn, use.bagNo ?? '–', null),
      ...tail('destroyed', use.destroyedOn, use.bagNo ?? '–', null),
    ],
  };
}
