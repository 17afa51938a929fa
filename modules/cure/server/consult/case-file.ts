import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { CaseFile } from '#modules/cure/contract/consult/case.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';
import { withdrawalUntil } from '../withdrawal/animal-withdrawal.ts';

interface AnimalRow {
  animalId: number;
  earTag: string;
  species: string;
  breed: string;
  sex: string;
  stage: string;
  ageMonths: number;
  parity: number;
  weightKg: number | null;
  weightOn: string | null;
  insured: boolean;
}

/** R5: frozen when help is asked for. It names no person, phone, price, bank or pledge. Under the tenant's own sight. */
export async function freezeFile(tx: Tx, principalId: number, animalIds: readonly number[]): Promise<CaseFile> {
  const animals = await tx.query<AnimalRow>(
    `select id as "animalId", ear_tag as "earTag", species, breed, sex, stage, parity, weight::float8 as "weightKg",
      insured,
       to_char(weight_on, 'YYYY-MM-DD') as "weightOn", (extract(year from age(birth_date)) * 12 + extract(month
         from age(birth_date)))::int as "ageMonths"
     from cure.animal_seen where id = any ($1) order by id`,
    [animalIds],
  );
  const life = await tx.query<{ animalId: number; kind: string; on: string; text: string }>(
    `select e.animal_id as "animalId", e.kind, to_char(e.happened_on, 'YYYY-MM-DD') as on,
       coalesce((select string_agg(l.name, '、')
         from (select m.generic_name || ' ' || trim_scale(t.total_qty) || t.dose_unit as name
         from cure.treatment_line t join cure.medicine m on m.id = t.medicine_id
           where e.source_entity = 'cure.treatment' and t.treatment_id = e.source_id) l), '') as text
     from cure.event_seen e where e.tenant_no = kit.tenant() and e.animal_id = any ($1)
       and e.happened_on > $2::date - 365
       and e.kind not in ('insured', 'claimed', 'pledged', 'released', 'sold') and e.void_of is null
         order by e.happened_on desc, e.seq desc limit 400`,
    [animalIds, today()],
  );
  const diseases = await tx.query<{ code: string; name: string }>(
    'select code, name_zh as name from cure.disease_seen where tenant_no = kit.tenant() order by id limit 6',
  );
  const immunity =
    animals.length === 0
      ? []
      : await immunityOf(
          tx,
          animals.map((one) => one.animalId),
          diseases.map((one) => one.code),
          today(),
        );
  const blocked = new Map((await withdrawalUntil(tx, animalIds)).map((one) => [one.animalId, one.until]));
  const [counts] = await tx.query<{ deaths: number; cases: number }>(
    `select (select count(*)::int from cure.event_seen e join cure.animal_seen a on a.id = e.animal_id
         where a.principal_id = $1 and a.status = 'dead' and e.kind = 'died'
           and e.happened_on > $2::date - 30) as deaths,
       (select count(*)::int from cure.consult c where c.tenant_no = kit.tenant() and c.principal_id = $1
         and c.created_at > now() - interval '30 days') as cases`,
    [principalId, today()],
  );
  return {
    animals: animals.map((one) => ({
      ...one,
      until: blocked.get(one.animalId) ?? null,
      immunity: immunity
        .filter((row) => row.animalId === one.animalId && row.lastOn !== null)
        .map((row) => ({
          disease: diseases.find((disease) => disease.code === row.diseaseCode)?.name ?? row.diseaseCode,
          isProtected: row.protected,
          until: row.validUntil,
        })),
      life: life
        .filter((row) => row.animalId === one.animalId)
        .slice(0, 40)
        .map(({ kind, on, text }) => ({ kind, on, text })),
    })),
    deaths30: counts?.deaths ?? 0,
    otherCases30: counts?.cases ?? 0,
  };
}
