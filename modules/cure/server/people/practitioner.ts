import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { practitioner } from '#modules/cure/contract/people/practitioner.ts';
import { documentsValidOf } from '#modules/registry/server/index.ts';

interface Person {
  readonly id: number;
  readonly staffId: number;
  readonly unitId: number;
  readonly unitType: string;
  readonly vetLevel: string;
  readonly species: string[];
}

/** R39: what somebody lacks to prescribe today, for animals of this holder. */
export async function lackingOf(tx: Tx, person: Person, holderId: number | null): Promise<string[]> {
  const missing: string[] = [];
  if (person.vetLevel !== 'licensed') missing.push('licensed');
  missing.push(...(await documentsValidOf(tx, { staffId: person.staffId }, ['vetQualification'], today())));
  const isOwnFarm = person.unitType === 'farm' && (holderId === null || holderId === person.unitId);
  if (!isOwnFarm)
    missing.push(...(await documentsValidOf(tx, { principalId: person.unitId }, ['clinicLicence'], today())));
  return missing;
}

/** The caller's own filing; refused as `notPrescriber` where it does not entitle them, or there is none. */
export async function prescriberOf(
  tx: Tx,
  userId: number,
  holderId: number,
  species: string,
  strict = true,
): Promise<{ id: number; unitId: number }> {
  return inTenant(tx, tx.scope.tenantNo, 'prescriber', async (all) => {
    const [person] = await all.query<Person>(
      `select p.id, p.staff_id as "staffId", p.unit_id as "unitId", u.type as "unitType", p.vet_level as "vetLevel",
        p.species
       from cure.practitioner p join cure.staff_seen s on s.id = p.staff_id join cure.unit_seen u on u.id = p.unit_id
       where p.tenant_no = kit.tenant() and s.user_id = $1 and p.status = 'active' order by p.id limit 1`,
      [userId],
    );
    if (!person) throw refusal('notPrescriber', 'cure.refusal.notPrescriber', { missing: '@cure.missing.filing' });
    const [lacking] = strict ? await lackingOf(all, person, holderId) : [];
    if (lacking) throw refusal('notPrescriber', 'cure.refusal.notPrescriber', { missing: `@cure.missing.${lacking}` });
    if (!person.species.includes(species)) throw invalid([{ field: 'species', key: 'cure.refusal.outsideScope' }]);
    return { id: person.id, unitId: person.unitId };
  });
}

/** R85: the mark in the list, renewed every night and whenever a filing changes. */
export async function markPrescribers(tx: Tx, ids: readonly number[] | null = null): Promise<number> {
  const people = await tx.query<Person>(
    `select p.id, p.staff_id as "staffId", p.unit_id as "unitId", u.type as "unitType", p.vet_level as "vetLevel",
      p.species
     from cure.practitioner p join cure.unit_seen u on u.id = p.unit_id
     where p.tenant_no = kit.tenant() and p.status = 'active' and ($1::bigint[] is null or p.id = any ($1))
       order by p.id`,
    [ids],
  );
  for (const person of people) {
    const missing = await lackingOf(tx, person, null);
    await tx.query(
      `update cure.practitioner set prescriber = $2, missing = $3, updated_at = now()
       where id = $1 and (prescriber <> $2 or missing is distinct from $3)`,
      [person.id, missing.length === 0, missing.length === 0 ? null : missing.join(',')],
    );
  }
  return people.length;
}

const again = (id: number) => (tx: Tx) => markPrescribers(tx, [id]);

export const practitionerRoutes = (): Route[] =>
  serveResource(practitioner)({
    expressions: {
      missing: "string_to_array(t.missing, ',')",
      sheets: `(select count(*)::int from cure.prescription x where x.prescriber_id = t.id
        and x.issued_at >= date_trunc('year', now()))`,
    },
    before: {
      add: async (call, values) => {
        const [place] = await call.tx.query<{ regionCode: number }>(
          'select region_code as "regionCode" from cure.unit_seen where id = $1',
          [values.unitId],
        );
        return { regionCode: place?.regionCode };
      },
    },
    after: {
      add: async (call, id) => {
        await inTenant(call.tx, call.actor.tenantNo, 'markPrescriber', again(id));
      },
      edit: async (call, id) => {
        await inTenant(call.tx, call.actor.tenantNo, 'markPrescriber', again(id));
      },
    },
  });

/** The staff of a unit go to the survivor, and with them what they are filed for. */
export const reassignFilings = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update cure.practitioner t set unit_id = u.id, region_code = u.region_code, version = t.version + 1,
       updated_at = now()
     from cure.unit_seen u where u.id = $2 and t.tenant_no = kit.tenant() and t.unit_id = $1 and t.status <> 'ended'`,
    [from, to],
  );
