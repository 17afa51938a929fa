import { notFound } from '#kit/contract/errors.ts';
import type { Statement } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import type {
  ActionTrace,
  actionTrace,
  TraceMove,
  TracePoint,
} from '#modules/prevention/contract/outbreak/investigation.ts';
import type { InfoMove } from '#modules/prevention/contract/outbreak/investigation-info.ts';

interface Head {
  readonly diseaseCode: string;
  readonly since: string;
  readonly startDate: string;
  readonly suspectedOn: string | null;
  readonly concludedOn: string | null;
}
interface Point extends Omit<TracePoint, 'key' | 'regionName'> {
  readonly id: number;
  readonly regionCode: number;
  readonly visitedOn: string | null;
  readonly firstSignOn: string | null;
  readonly movesIn: readonly InfoMove[];
  readonly movesOut: readonly InfoMove[];
}
interface Booked {
  readonly docNo: string;
  readonly on: string;
  readonly fromId: number | null;
  readonly fromName: string | null;
  readonly toId: number | null;
  readonly toName: string | null;
  readonly species: string;
  readonly head: number;
  readonly vehicle: string | null;
}

const byId = (id: number) => `p${id}`;

/** Holdings as nodes, moves as arrows: those of the book, and those that were only told. */
export async function actionTraceOf(call: Call<typeof actionTrace>): Promise<ActionTrace> {
  const { id } = call.query;
  const [heads, points, booked, tests, steps] = await call.database.read<
    [Head, Point, Booked, ActionTrace['tests'][number], { on: string; name: string; to: string }]
  >(
    call.actor.scope,
    headStatement(id),
    pointsStatement(id),
    bookStatement(id),
    testsStatement(id),
    stepsStatement(id),
  );
  const [head] = heads;
  if (!head) throw notFound();
  const nodes = new Map<string, TracePoint>();
  for (const { regionCode, visitedOn, firstSignOn, movesIn, movesOut, ...one } of points)
    nodes.set(byId(one.id), { ...one, key: byId(one.id), regionName: lookups().regionName(regionCode, call.language) });
  const nodeOf = (known: number | null | undefined, name: string | null | undefined): string => {
    const key = known ? byId(known) : `t${name ?? '?'}`;
    if (!nodes.has(key))
      nodes.set(key, {
        id: known ?? null,
        key,
        name: name ?? '?',
        role: null,
        status: null,
        infoId: null,
        regionName: null,
        longitude: null,
        latitude: null,
      });
    return key;
  };
  const moves: TraceMove[] = booked.map((one) => ({
    on: one.on,
    species: one.species,
    head: one.head,
    vehicle: one.vehicle,
    docNo: one.docNo,
    from: nodeOf(one.fromId, one.fromName),
    to: nodeOf(one.toId, one.toName),
  }));
  // What was told and stands in the book as well is one move.
  const add = (move: TraceMove) => {
    const same = (one: TraceMove) =>
      one.from === move.from && one.to === move.to && one.on === move.on && one.head === move.head;
    if (!moves.some(same)) moves.push(move);
  };
  for (const point of points) {
    const told = (one: InfoMove) => ({
      on: one.on,
      species: one.species,
      head: one.head,
      vehicle: one.vehicle ?? null,
      docNo: null,
    });
    for (const one of point.movesIn)
      add({ ...told(one), from: nodeOf(one.principalId, one.counterpart), to: byId(point.id) });
    for (const one of point.movesOut)
      add({ ...told(one), from: byId(point.id), to: nodeOf(one.principalId, one.counterpart) });
  }
  moves.sort((a, b) => a.on.localeCompare(b.on));
  const timeline = [
    ...(head.suspectedOn ? [{ on: head.suspectedOn, what: 'suspected', text: '' }] : []),
    { on: head.startDate, what: 'started', text: '' },
    ...steps.map((one) => ({ on: one.on, what: one.name, text: '' })),
    ...points.flatMap((one) => [
      ...(one.firstSignOn ? [{ on: one.firstSignOn, what: 'firstSign', text: one.name }] : []),
      ...(one.visitedOn ? [{ on: one.visitedOn, what: 'visited', text: one.name }] : []),
    ]),
  ].sort((a, b) => a.on.localeCompare(b.on));
  return { points: [...nodes.values()], moves, timeline, tests };
}

const headStatement = (id: number): Statement<Head> => ({
  text: `select disease_code as "diseaseCode", to_char(coalesce(suspected_on, start_date) - 30, 'YYYY-MM-DD') as since, to_char(start_date, 'YYYY-MM-DD') as "startDate",
           to_char(suspected_on, 'YYYY-MM-DD') as "suspectedOn", to_char(concluded_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "concludedOn"
         from prevention.investigation_action where id = $1`,
  values: [id],
});

const pointsStatement = (id: number): Statement<Point> => ({
  text: `select i.principal_id as id, i.id as "infoId", coalesce(p.principal_unit_name, '?') as name, i.role, i.status, i.region_code as "regionCode",
           coalesce(i.longitude, p.longitude) as longitude, coalesce(i.latitude, p.latitude) as latitude, to_char(i.visited_on, 'YYYY-MM-DD') as "visitedOn",
           to_char(i.first_sign_on, 'YYYY-MM-DD') as "firstSignOn", i.moves_in as "movesIn", i.moves_out as "movesOut"
         from prevention.investigation_info i left join registry.principal p on p.id = i.principal_id where i.action_id = $1
         order by array_position(array['index', 'contact', 'zone', 'control'], i.role), i.id limit 500`,
  values: [id],
});

/** Handovers, sales and purchases of the index and its contacts, from thirty days before the suspicion on. */
const bookStatement = (id: number): Statement<Booked> => ({
  text: `with about as (
      select coalesce(a.suspected_on, a.start_date) - 30 as since, coalesce((a.concluded_at at time zone 'Asia/Shanghai')::date, $2::date) as until
      from prevention.investigation_action a where a.id = $1
    ), held as (
      select principal_id as id from prevention.investigation_info where action_id = $1 and role in ('index', 'contact') limit 200
    )
    select c.doc_no as "docNo", to_char(c.happened_on, 'YYYY-MM-DD') as on, c.principal_id as "fromId", registry.principal_name(c.principal_id) as "fromName",
      c.to_principal_id as "toId", coalesce(registry.principal_name(c.to_principal_id), c.buyer_name, c.to_place_text) as "toName",
      coalesce((select a.species from registry.animal_change_line l join registry.animal a on a.id = l.animal_id where l.change_id = c.id limit 1), 'cattle') as species,
      c.count as head, c.vehicle_no as vehicle
    from registry.animal_change c, about where c.tenant_no = kit.tenant() and c.happened_on between about.since and about.until and c.status = 'done'
      and c.change_type in ('handover', 'saleOut', 'slaughter') and (c.principal_id in (select id from held) or c.to_principal_id in (select id from held))
    union all
    select e.doc_no, to_char(e.worn_on, 'YYYY-MM-DD'), null, coalesce(e.seller_name, (select r.name from platform.sys_region r where r.code = e.origin_region_code)), e.principal_id,
      registry.principal_name(e.principal_id), e.species, e.count, null
    from registry.animal_entry e, about where e.tenant_no = kit.tenant() and e.worn_on between about.since and about.until and e.status = 'done' and e.entry_kind = 'bought'
      and e.principal_id in (select id from held)
    order by 2 limit 300`,
  values: [id, today()],
});

const testsStatement = (id: number): Statement<ActionTrace['tests'][number]> => ({
  text: `select r.barcode, r.ear_tag as "earTag", (select p.principal_unit_name from registry.principal p where p.id = r.principal_id) as holder,
           to_char(r.tested_on, 'YYYY-MM-DD') as "testedOn", r.conclusion, r.status
         from prevention.sample_result r join prevention.investigation_action a on a.id = $1 and a.tenant_no = r.tenant_no and a.disease_code = r.disease_code
         where r.status = 'released' and r.principal_id in (select principal_id from prevention.investigation_info where action_id = $1)
           and r.tested_on >= coalesce(a.suspected_on, a.start_date) - 30 order by r.tested_on desc, r.id desc limit 200`,
  values: [id],
});

const stepsStatement = (id: number): Statement<{ on: string; name: string; to: string }> => ({
  text: `select to_char(made_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on, name, to_status as to from kit.transition_history
         where tenant_no = kit.tenant() and entity = 'prevention.investigationAction' and entity_id = $1 order by id`,
  values: [id],
});
