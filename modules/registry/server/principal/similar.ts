import { refusal } from '#kit/contract/errors.ts';
import { isMask, isPii } from '#kit/contract/pii.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { SimilarPrincipal } from '#modules/registry/contract/principal/principal.ts';

interface Asked {
  readonly tenantNo: number;
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly idCard?: string | undefined;
  readonly creditCode?: string | undefined;
  readonly regionCode?: number | undefined;
}

type Found = Omit<SimilarPrincipal, 'regionName' | 'why'> & {
  regionCode: number;
  credit: boolean;
  person: boolean;
  named: boolean;
  phoned: boolean;
};

const hashOf = (value: string | undefined, tenantNo: number) =>
  value && !isMask(value) ? searchHash(value, tenantNo) : null;

/** Rows the caller sees that might be the same: by code, by person, by name or phone in the village. */
export function similarStatement(asked: Asked): { text: string; values: unknown[] } {
  return {
    text: `select * from (
      select p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.contact_name as "contactName", p.contact_phone_mask as "contactPhone",
        p.region_code as "regionCode", p.status, coalesce(p.credit_code = $2, false) as credit, coalesce(p.contact_id_card_hash = $3, false) as person,
        coalesce(p.principal_unit_name = $4 and p.region_code = $6, false) as named, coalesce(p.contact_phone_hash = $5 and ($6::bigint is null or p.region_code = $6), false) as phoned
      from registry.principal p
      where p.tenant_no = $1 and p.status not in ('merged', 'rejected')
        and (p.credit_code = $2 or p.contact_id_card_hash = $3 or p.contact_phone_hash = $5 or (p.region_code = $6 and p.principal_unit_name = $4))
    ) found where credit or person or named or phoned order by id limit 20`,
    values: [
      asked.tenantNo,
      asked.creditCode ?? null,
      hashOf(asked.idCard && isPii('idCard', asked.idCard) ? asked.idCard : undefined, asked.tenantNo),
      asked.name ?? null,
      hashOf(asked.phone && isPii('phone', asked.phone) ? asked.phone : undefined, asked.tenantNo),
      asked.regionCode ?? null,
    ],
  };
}

export const asSimilar = ({ regionCode, credit, person, named, phoned, ...row }: Found): SimilarPrincipal => ({
  ...row,
  regionName: regionName(regionCode),
  why: [
    ...(credit ? (['credit'] as const) : []),
    ...(person ? (['person'] as const) : []),
    ...(named ? (['name'] as const) : []),
    ...(phoned ? (['phone'] as const) : []),
  ],
});

/** R5: the same name or number in the village is shown and asked about, not refused. */
export async function refuseSimilar(tx: Tx, asked: Required<Pick<Asked, 'name' | 'phone' | 'regionCode'>> & Asked) {
  const { text, values } = similarStatement({
    tenantNo: asked.tenantNo,
    name: asked.name,
    phone: asked.phone,
    regionCode: asked.regionCode,
  });
  const rows = await tx.query<Found>(text, values);
  if (rows.length > 0)
    throw refusal('similar', 'registry.principal.similar', { n: rows.length }, { similar: rows.map(asSimilar) });
}

export async function match(call: Pick<Call, 'database' | 'actor'>, asked: Omit<Asked, 'tenantNo'>) {
  const [rows] = await call.database.read<[Found]>(
    call.actor.scope,
    similarStatement({ ...asked, tenantNo: call.actor.tenantNo }),
  );
  return rows.map(asSimilar);
}
