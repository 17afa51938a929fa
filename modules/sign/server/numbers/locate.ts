import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Range, showCode, showRange } from '#modules/sign/contract/numbers/code.ts';
import type { ChainStep, Located } from '#modules/sign/contract/numbers/tag-segment.ts';
import type { Segment } from './tag-segment.ts';
import type { Use } from './tag-use.ts';

interface Animal {
  readonly id: number;
  readonly earTag: string;
  readonly species: string;
  readonly status: string;
  readonly holder: string;
}
interface Packed {
  readonly id: number;
  readonly packNo: string;
  readonly to: number;
}
interface Told {
  readonly units: Readonly<Record<number, string>> | null;
  readonly staff: Readonly<Record<number, string>> | null;
  readonly bag: Packed | null;
  readonly box: Packed | null;
  readonly order: { readonly id: number; readonly docNo: string } | null;
  readonly eid: string | null;
  readonly holdNo: string | null;
  readonly bagNo: string | null;
  readonly animal: Animal | null;
  readonly alert: { readonly id: number; readonly kind: string } | null;
}
interface Facts extends Told {
  readonly segment: (Segment & { readonly category: string | null }) | null;
  readonly use: Use | null;
}

/** Past the row rules, for one number; what of it may be told is decided by what the caller sees under his own. */
async function factsOf(tx: Tx, scheme: string, code: number): Promise<Facts | null> {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'tags', (all) =>
    all.query<{ facts: Facts | null }>('select sign.number_facts($1, $2) as facts', [scheme, code]),
  );
  return row?.facts ?? null;
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
  const facts = await factsOf(tx, scheme, code);
  const base = { scheme, code, shown: showCode(code) };
  if (!facts) return { ...base, ...nothing, known: false };
  const { segment, use, units, staff, order, eid, holdNo, bagNo, animal, alert } = facts;
  const [seen] = await tx.query<{ segment: boolean; use: boolean; order: boolean }>(
    `select exists (select 1 from sign.tag_segment where id = $1) as segment,
       exists (select 1 from sign.tag_use where id = $2) as use,
       exists (select 1 from sign.sign_procurement where id = $3) as order`,
    [segment?.id ?? 0, use?.id ?? 0, order?.id ?? 0],
  );
  const isSeen = segment && segment.place !== 'worn' ? Boolean(seen?.segment) : Boolean(seen?.use);
  const place = segment?.place ?? null;
  const known = { ...base, known: true, place, state: use?.state ?? null };
  if (!isSeen) return { ...nothing, ...known, elsewhere: true };
  const nameOf = (unit: number | null, person: number | null): string | null =>
    unit === null ? null : [units?.[unit], person === null ? null : staff?.[person]].filter(Boolean).join(' ');
  const [bag, box] = [facts.bag, facts.box].map((one) => (one && one.to >= code ? one : null));
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
    category: segment?.category ?? null,
    since: segment?.sinceOn ?? use?.wornOn ?? null,
    holdNo,
    order: order ? { ...order, mayOpen: Boolean(seen?.order) } : null,
    pack:
      bag || box
        ? { id: (bag ?? box)?.id ?? 0, packNo: (bag ?? box)?.packNo ?? '', boxNo: bag ? (box?.packNo ?? null) : null }
        : null,
    eid,
    use: use
      ? {
          state: use.state,
          origin: use.origin,
          wornOn: use.wornOn,
          worker: use.wornByStaffId === null ? null : (staff?.[use.wornByStaffId] ?? null),
          wearDocNo: use.wearDocNo,
          endedOn: use.endedOn,
          endReason: use.endReason,
          nextCode: use.nextCode,
          bagNo,
          recoveredOn: use.recoveredOn,
          destroyedOn: use.destroyedOn,
        }
      : null,
    animal,
    alert: alert ? { id: alert.id, kind: alert.kind, text: alert.kind } : null,
  };
}

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
interface Named {
  readonly fromUnit: string | null;
  readonly fromStaff: string | null;
  readonly toUnit: string | null;
  readonly toStaff: string | null;
  readonly isMine: boolean;
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
  // Whose hands they were, and whether the caller may know, in the same question.
  const moves = await tx.query<MoveRow & Named>(
    `select ${moveColumns}, registry.principal_name(m.from_principal_id) as "fromUnit",
       sign.staff_name(m.from_staff_id) as "fromStaff", registry.principal_name(m.to_principal_id) as "toUnit",
       sign.staff_name(m.to_staff_id) as "toStaff",
       exists (select 1 from sign.tag_move v where v.id = m.id) as "isMine"
     from sign.moves_of($1, $2) m order by m.id`,
    [scheme, code],
  );
  const name = (unit: string | null, person: string | null) =>
    unit === null ? null : [unit, person].filter(Boolean).join(' ');
  const daysUntil = (from: string, to: string | undefined) =>
    to === undefined ? null : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const steps = moves.map((move, index): ChainStep => {
    const { isMine } = move;
    return {
      kind: move.fromPlace === null ? 'allotted' : move.toPlace,
      place: move.toPlace,
      from: isMine ? name(move.fromUnit, move.fromStaff) : null,
      to: isMine ? name(move.toUnit, move.toStaff) : null,
      docType: move.docType,
      docNo: isMine ? move.docNo : '-',
      link: isMine ? linkOf(move.docType, move.docNo) : null,
      on: move.on,
      at: move.at,
      actor: isMine ? move.actor : null,
      days: daysUntil(move.on, moves[index + 1]?.on),
      range: isMine ? showRange(move) : '-',
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
      : tail(`end_${use.endReason ?? use.state}`, use.endedOn, '-', use.nextCode ? showCode(use.nextCode) : null);
  return {
    at,
    steps: [
      ...steps,
      ...(steps.length === 0 ? tail(`origin_${use.origin}`, use.wornOn, use.wearDocNo, at.animal?.holder ?? null) : []),
      ...ended,
      ...tail('recovered', use.recoveredOn, use.bagNo ?? '-', null),
      ...tail('destroyed', use.destroyedOn, use.bagNo ?? '-', null),
    ],
  };
}
