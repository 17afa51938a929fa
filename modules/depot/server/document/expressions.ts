import type { Actor } from '#kit/server/auth/actor.ts';

const lines = 'from depot.stock_doc_line l where l.doc_id = t.id';
const keeps = (column: string) =>
  `exists (select 1 from depot.depot d join registry.staff s on s.user_id = kit.user_id() and s.status = 'active'
     where d.id = ${column} and (d.staff_id = s.id or d.keeper_ids @> to_jsonb(s.id)))`;
const person = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;

/** What the lists of all papers tell beside their columns. */
export const expressions = {
  depotName: 'depot.depot_name(t.depot_id)',
  materialNames: `(select string_agg(distinct m.name, '、') from depot.stock_doc_line l join depot.material m on m.id = l.material_id where l.doc_id = t.id)`,
  lotNos: `(select string_agg(distinct l.lot_no, ' ') ${lines})`,
  totalAmount: `(select sum(c.cents)::float8 / 100 from depot.stock_cost c where c.about = 'line' and c.about_id in (select l.id ${lines}))`,
  createdByName: person('created_by'),
  checkedByName: person('checked_by'),
  receivedByName: `coalesce(t.received_name, ${person('received_by')})`,
  mine: '(t.created_by is not distinct from kit.user_id())',
  kept: keeps('t.depot_id'),
  keptTo: keeps('t.to_depot_id'),
  toDepotName: 'depot.depot_name(t.to_depot_id)',
  requisitionNo: '(select r.doc_no from depot.requisition r where r.id = t.requisition_id)',
  isShort: '(t.short_qty > 0)',
  boxId: `(case when t.reason = 'staffReturn' then t.to_depot_id end)`,
  boxName: `(case when t.reason = 'staffReturn' then depot.depot_name(t.to_depot_id) end)`,
  reviewed: `(coalesce(registry.config_value(t.principal_id, 'depot_in_review'), '1') <> '0')`,
  witnessNames: `(select string_agg(s.name, '、') from registry.staff s where t.witness_ids @> to_jsonb(s.id))`,
} as const;

/** The amount of what went out: as the ledger computed it when it went. */
export const outAmount = `(select sum(c.cents)::float8 / 100 from depot.stock_cost c join depot.stock_move m on c.about = 'move' and c.about_id = m.id
  where m.doc_id = t.id and m.from_kind = 'depot' and m.move_kind <> 'reversal')`;

export const only = <N extends keyof typeof expressions>(...names: readonly N[]) =>
  Object.fromEntries([...common, ...names].map((name) => [name, expressions[name]]));
const common = ['depotName', 'materialNames', 'lotNos', 'totalAmount', 'createdByName', 'mine', 'kept'] as const;

/**
 * A button is offered only to whom it is of use. Whoever calls all the same is told by `before` which rule stands in the
 * way, so nothing is refused here once a row is whole.
 */
export const offered =
  <Row extends { _can?: unknown }>(rule: (row: Row, verb: string, actor: Actor) => boolean) =>
  (row: Row, verb: string, actor: Actor): boolean =>
    row._can !== undefined || rule(row, verb, actor);
