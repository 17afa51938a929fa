import type { Tx } from '#kit/server/db/database.ts';
import type { Folded } from '#modules/breeding/contract/record/cycle-fold.ts';
import type { Match } from '#modules/breeding/contract/record/match.ts';
import type { Female } from '../females.ts';

export interface NewCalving {
  readonly mother: Female;
  readonly clientKey: string;
  readonly calvedOn: string;
  readonly ease: string;
  readonly placenta?: string | null | undefined;
  readonly total: number;
  readonly alive: number;
  readonly namedServiceId?: number | null | undefined;
  readonly match: Match;
  readonly reason?: string | null | undefined;
  readonly recorderId: number | null;
  readonly photoIds: readonly number[];
  readonly point?: { longitude: number; latitude: number } | null | undefined;
  readonly remark?: string | null | undefined;
}
export async function insertCalving(tx: Tx, one: NewCalving): Promise<{ id: number; docNo: string }> {
  const [made] = await tx.query<{ id: number; docNo: string }>(
    `insert into breeding.calving (tenant_no, region_code, principal_id, doc_no, client_key, mother_id, ear_tag,
       calved_on, parity, ease, placenta, total, alive, named_service_id, service_id, sire_code, sire_certain,
       gestation_days, fit, reason, recorder_id, photo_ids, longitude, latitude, remark, created_by, updated_by)
     values ($1, $2, $3, kit.doc_no('BC'), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
       $20, $21, $22, $23, $24, $25, $25) returning id, doc_no as "docNo"`,
    [
      tx.scope.tenantNo,
      one.mother.regionCode,
      one.mother.principalId,
      one.clientKey,
      one.mother.id,
      one.mother.earTag,
      one.calvedOn,
      one.mother.parity + 1,
      one.ease,
      one.placenta ?? null,
      one.total,
      one.alive,
      one.namedServiceId ?? null,
      one.match.serviceId,
      one.match.sireCode,
      one.match.sireCertain,
      one.match.gestationDays,
      one.match.fit,
      one.reason ?? null,
      one.recorderId,
      one.photoIds,
      one.point?.longitude ?? null,
      one.point?.latitude ?? null,
      one.remark ?? null,
      tx.scope.userId,
    ],
  );
  return made as { id: number; docNo: string };
}
export const setCalvingEvent = (tx: Tx, id: number, seq: number) =>
  tx.query('update breeding.calving set event_seq = $2 where id = $1', [id, seq]);

/** One more of the same birth. */
export const addToBirth = (tx: Tx, id: number) =>
  tx.query(
    `update breeding.calving set total = total + 1, alive = alive + 1, version = version + 1, updated_at = now()
     where id = $1`,
    [id],
  );

/** R28: the fold matches each birth to its service anew: what was voided since is not its father any more. */
export async function setCalvings(
  tx: Tx,
  folded: ReadonlyMap<number, Folded>,
  cycleId: (animalId: number, cycleNo: number) => number | null,
): Promise<void> {
  const rows = [...folded].flatMap(([animalId, { calvings }]) =>
    [...calvings].map(([id, { cycleNo, ...match }]) => ({ id, cycle: cycleId(animalId, cycleNo), ...match })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `update breeding.calving t set cycle_id = r.cycle, service_id = r."serviceId", sire_code = r."sireCode",
       sire_certain = r."sireCertain", gestation_days = r."gestationDays", fit = r.fit, parity = r.parity,
       sire_breed = (select s.breed from breeding.seed_animal s where s.tenant_no = t.tenant_no
         and s.sire_code = r."sireCode")
     from jsonb_to_recordset($1::jsonb) r(id bigint, cycle bigint, "serviceId" bigint, "sireCode" text,
       "sireCertain" boolean, "gestationDays" int, fit text, parity int)
     where t.tenant_no = kit.tenant() and t.id = r.id
       and (t.cycle_id, t.service_id, t.sire_code, t.sire_certain, t.gestation_days, t.fit, t.parity)
         is distinct from (r.cycle, r."serviceId", r."sireCode", r."sireCertain", r."gestationDays", r.fit, r.parity)`,
    [JSON.stringify(rows)],
  );
}
