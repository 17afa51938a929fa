import { forbidden, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { official, type Range, showRange, sumOf, within } from '#modules/sign/contract/numbers/code.ts';
import { type SignStorage, signStorage, storable } from '#modules/sign/contract/papers/handover.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import { unitsOf } from '../numbers/holders.ts';
import { segmentsOf } from '../numbers/tag-segment.ts';
import { take } from '../numbers/take.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { ruleOf } from '../settings/sign-rule.ts';
import { countOrder } from './rows/sign-procurement.ts';
import { keepStorage } from './rows/sign-storage.ts';

/** The form's field takes any JSON. */
const idsIn = (given: unknown): number[] =>
  Array.isArray(given) ? given.filter((one): one is number => Number.isSafeInteger(one)) : [];

const rangesOf = (row: Pick<SignStorage, 'lines'>, results: readonly string[]): Range[] =>
  row.lines.filter((line) => results.includes(line.result)).flatMap((line) => rangeOfLine(line) ?? []);

/** R26, R27: only what the unit has signed for, by another person than who signed. */
async function store(call: Call, row: SignStorage) {
  if (row.principalId !== call.actor.principalId) throw forbidden();
  const receivings = row.receivingIds as number[];
  const signers = await call.tx.query<{ by: number | null }>(
    'select signed_by as by from sign.sign_receiving where id = any ($1)',
    [receivings],
  );
  if (
    (await ruleOf(call.tx, 'twoPersonStore', row.regionCode)) > 0 &&
    signers.some((one) => one.by === call.actor.userId)
  )
    throw refusal('samePerson', 'sign.refuse.samePerson');
  const odd = row.lines.find((line) => line.result !== 'ok' && !line.reason);
  if (odd) throw refusal('wordNeeded', 'sign.refuse.wordNeeded');
  const unit = { principalId: row.principalId, staffId: null };
  const good = rangesOf(row, ['ok', 'damaged']);
  await take(call.tx, {
    scheme: official,
    ranges: good,
    from: { holder: unit, places: ['received'] },
    to: { place: 'stock', holder: unit },
    doc: { type: 'storage', id: row.id, no: row.docNo },
    on: today(),
    evenHeld: true,
  });
  return { storedOn: today(), difference: sumOf(rangesOf(row, ['short', 'wrong'])) };
}

async function undo(call: Call, row: SignStorage) {
  const [own] = await call.tx.query<{ by: number | null }>(
    'select keeper_id as by from sign.sign_storage where id = $1',
    [row.id],
  );
  if (own?.by !== call.actor.userId || row.storedOn !== today()) throw refusal('tooLate', 'sign.refuse.voidStorage');
  const unit = { principalId: row.principalId, staffId: null };
  await take(call.tx, {
    scheme: official,
    ranges: rangesOf(row, ['ok', 'damaged']),
    from: { holder: unit, places: ['stock'] },
    to: { place: 'received', holder: unit },
    doc: { type: 'storage', id: row.id, no: row.docNo },
    on: today(),
    evenHeld: true,
  });
  return undefined;
}

const act = async (call: Call, move: Move, row: SignStorage) =>
  move.name === 'store' ? store(call, row) : undo(call, row);

export const storageRoutes = (): Route[] => [
  ...serveResource(signStorage)({
    expressions: {
      procurementNo: `coalesce((select p.doc_no from sign.sign_procurement p where p.id = t.procurement_id),
        t.source_no)`,
      keeperName: 'sign.user_name(t.keeper_id)',
    },
    can: (row: SignStorage, verb, actor) => verb === 'detail' || row.principalId === actor.principalId,
    before: {
      add: async (call, values) => {
        const { principalId } = call.actor;
        if (principalId === null) throw forbidden();
        const unit = (await unitsOf(call.tx, [principalId])).get(principalId);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('EI') as no`);
        const receivingIds = idsIn(values.receivingIds);
        return { docNo: no?.no, principalId, regionCode: unit?.regionCode ?? 0, receivingIds };
      },
      edit: async (_call, values) => ({ receivingIds: idsIn(values.receivingIds) }),
      transition: act,
    },
    after: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ id: number | null }>(
          'select procurement_id as id from sign.sign_storage where id = $1',
          [move.id],
        );
        if (move.name === 'store') await keepStorage(call.tx, move.id);
        if (row?.id) await countOrder(call.tx, row.id);
      },
    },
  }),
  serve('sign', storable, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const { principalId } = call.actor;
      if (principalId === null) return [];
      const categories = await categoriesOf(tx);
      return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
        const waiting = await segmentsOf(all, { principalId, staffId: null }, { places: ['received'], withHeld: true });
        const receivings = await all.query<{
          id: number;
          procurementId: number | null;
          docNo: string;
          supplier: string | null;
          signedOn: string | null;
          from: number;
          to: number;
          packNo: string | null;
        }>(
          `select r.id, s.procurement_id as "procurementId", coalesce(p.doc_no, r.source_no) as "docNo",
             registry.principal_name(r.from_principal_id) as supplier, (r.signed_at)::date as "signedOn",
             l.code_from::bigint as "from", l.code_to::bigint as "to", l.pack_no as "packNo"
           from sign.sign_receiving r join sign.sign_receiving_line l on l.parent_id = r.id
           left join sign.tag_shipment s on r.source_type = 'shipment' and s.id = r.source_id
           left join sign.sign_procurement p on p.id = s.procurement_id
           where r.tenant_no = $1 and r.to_principal_id = $2 and r.to_staff_id is null and r.signed_at is not null
             and l.result in ('ok', 'damaged') order by r.id, l.line_no`,
          [all.scope.tenantNo, principalId],
        );
        return [...Map.groupBy(receivings, (one) => one.docNo).values()].flatMap((own) => {
          const first = own[0] as (typeof own)[0];
          const lines = own.flatMap((line) =>
            waiting.flatMap((segment) =>
              within([line], [segment]).map((range) => ({
                categoryId: segment.categoryId,
                category: categories.get(segment.categoryId)?.name ?? '',
                codeFrom: String(range.from),
                codeTo: String(range.to),
                shown: showRange(range),
                count: range.to - range.from + 1,
                packNo: line.packNo,
                receivingId: line.id,
              })),
            ),
          );
          const open = lines.reduce((sum, one) => sum + one.count, 0);
          if (open === 0) return [];
          return [
            {
              procurementId: first.procurementId,
              docNo: first.docNo,
              supplier: first.supplier,
              categories: [...new Set(lines.map((one) => one.category))].join('、'),
              received: sumOf(own),
              stored: sumOf(own) - open,
              waiting: open,
              oldestOn: first.signedOn,
              receivingIds: [...new Set(lines.map((one) => one.receivingId))],
              lines: lines.map(({ receivingId: _id, ...line }) => line),
            },
          ];
        });
      });
    }),
  ),
];
