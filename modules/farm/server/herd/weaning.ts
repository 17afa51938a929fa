import { invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { weanCalves } from '#modules/farm/contract/herd/cycle-scheme.ts';
import { changeAnimals, writeEvents } from '#modules/registry/server/index.ts';
import { postFarmWeights } from '../common/weights.ts';
import { refreshStages } from './farm-animal.stage.ts';

interface Calf {
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly species: string;
  readonly birthDate: string;
  readonly damId: number | null;
}

/** 断奶: event, weight, pen and stages of calf and dam in one transaction. */
async function wean(call: Call<typeof weanCalves>) {
  const { calves, weanedOn, toPenId } = call.body;
  const ids = calves.map((one) => one.animalId);
  const rows = await call.tx.query<Calf>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.principal_id as "principalId", f.region_code as "regionCode",
       a.species, to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", a.mother_id as "damId"
     from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
     where f.status = 'live' and f.animal_id = any ($1)`,
    [ids],
  );
  if (rows.length !== new Set(ids).size) throw notFound();
  const [first] = rows as [Calf];
  if (rows.some((one) => one.principalId !== first.principalId)) throw notFound();
  if (weanedOn > today() || rows.some((one) => weanedOn < one.birthDate))
    throw invalid([{ field: 'weanedOn', key: 'registry.animal.dateOrder' }]);
  const kilos = new Map(calves.map((one) => [one.animalId, one.kg ?? null]));
  const written = await call.tx.query<{ animalId: number }>(
    `insert into farm.weaning (tenant_no, region_code, principal_id, animal_id, weaned_on, kg, dam_id, to_pen_id,
       created_by)
     select kit.tenant(), x.region, x.farm, x.id, $6, x.kg, x.dam, $7, $8
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::bigint[]) x(id, farm, region, kg, dam)
     on conflict (tenant_no, animal_id) do nothing returning animal_id as "animalId"`,
    [
      rows.map((row) => row.animalId),
      rows.map((row) => row.principalId),
      rows.map((row) => row.regionCode),
      rows.map((row) => kilos.get(row.animalId) ?? null),
      rows.map((row) => row.damId),
      weanedOn,
      toPenId ?? null,
      call.actor.userId,
    ],
  );
  const fresh = new Set(written.map((one) => one.animalId));
  const weaned = rows.filter((row) => fresh.has(row.animalId));
  if (weaned.length === 0) return { weaned: 0, sessionId: null, docNo: null };
  await writeEvents(
    call.tx,
    weaned.map((one) => ({
      animalId: one.animalId,
      kind: 'weaned',
      happenedOn: weanedOn,
      principalId: one.principalId,
      regionCode: one.regionCode,
      source: { entity: 'farm.weaning', id: one.animalId, docNo: '' },
      summary: { ...(kilos.get(one.animalId) && { kg: kilos.get(one.animalId) as number }) },
    })),
  );
  const sessionId = await postFarmWeights(call.tx, {
    principalId: first.principalId,
    regionCode: first.regionCode,
    species: first.species,
    purpose: 'weaning',
    on: weanedOn,
    records: weaned.flatMap((one) => {
      const kg = kilos.get(one.animalId);
      return kg ? [{ earTag: one.earTag, kg }] : [];
    }),
  });
  const moved = toPenId
    ? await changeAnimals(call.tx, {
        changeType: 'penMove',
        animalIds: weaned.map((one) => one.animalId),
        toPenId,
        source: 'farm',
      })
    : null;
  const dams = weaned.flatMap((one) => one.damId ?? []);
  await refreshStages(call.tx, [...weaned.map((one) => one.animalId), ...dams], { cause: 'weaned' });
  return { weaned: weaned.length, sessionId, docNo: moved?.docNo ?? null };
}

export const weanRoutes = (): Route[] => [serve('farm', weanCalves, wean)];
