import type { Tx } from '#kit/server/db/database.ts';
import { recordTreatment } from '#modules/cure/server/index.ts';
import { noteBlocks } from '#modules/cure/server/withdrawal/withdrawal-block.ts';
import type { Random } from '../random.ts';

interface Holder {
  readonly id: number;
  readonly species: string;
  readonly ids: number[];
}
interface Vet {
  readonly staffId: number;
  readonly unitId: number;
  readonly userId: number;
}

const herdsSql = `select a.principal_id as id, a.species, (array_agg(a.id order by a.id desc))[1:$3] as ids from registry.animal a
  join registry.principal p on p.id = a.principal_id and p.status = 'active'
  where a.tenant_no = $1 and a.status = 'inStock' and a.voided_at is null and a.pending_change_id is null and not a.quarantined and a.entry_on < $2::date - $5::int
    and a.region_code >= 150521000000 and a.region_code < 150522000000 group by 1, 2 having count(*) >= 2 order by 1, 2 limit $4`;

interface Pack {
  readonly no: string;
  readonly materialId: number;
  readonly medicineId: number;
}

/** Causes with their diagnosis, medicine, route, dose and how it is told. */
const sick: readonly [
  cause: string,
  diagnosis: string | null,
  material: string,
  route: string,
  dose: number,
  per: 'kg' | 'head',
][] = [
  ['disease', '支气管肺炎', 'SY-002', 'im', 0.1, 'kg'],
  ['disease', '犊牛腹泻', 'SY-005', 'im', 0.03, 'kg'],
  ['disease', '乳房炎', 'SY-003', 'im', 0.025, 'kg'],
  ['injury', '创伤', 'SY-004', 'im', 0.04, 'kg'],
  ['birth', null, 'SY-008', 'im', 5, 'head'],
  ['prevent', null, 'SY-006', 'im', 5, 'head'],
];

/** The field vet, the packs by number and the diseases by name. */
export async function careFacts(tx: Tx) {
  const [vet] = await tx.query<Vet>(
    `select s.id as "staffId", s.principal_id as "unitId", s.user_id as "userId" from registry.staff s join platform.sys_user u on u.id = s.user_id
     where s.tenant_no = $1 and u.username = 'vet1'`,
    [tx.scope.tenantNo],
  );
  const packs = new Map(
    (
      await tx.query<Pack>(
        `select m.material_no as no, m.id as "materialId", k.parent_id as "medicineId" from depot.material m join cure.medicine_pack k on k.material_id = m.id where m.tenant_no = $1`,
        [tx.scope.tenantNo],
      )
    ).map((one) => [one.no, one]),
  );
  const tags = new Map(
    (
      await tx.query<{ name: string; id: number }>(
        "select name_zh as name, id from cure.cure_tag where tenant_no = $1 and kind = 'disease'",
        [tx.scope.tenantNo],
      )
    ).map((one) => [one.name, one.id]),
  );
  return { vet, packs, tags };
}

/** A year of work out of the field vet's box: half of it deworming, the rest one by one. */
export async function saveTreatments(tx: Tx, today: string, random: Random): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const { vet, packs, tags } = await careFacts(tx);
  if (!vet) return;
  const herds = await tx.query<Holder>(herdsSql, [tx.scope.tenantNo, today, 24, 70, 40]);
  const settled = await tx.query<Holder>(herdsSql, [tx.scope.tenantNo, today, 8, 60, 370]);
  const treat = async (
    herd: Holder,
    ids: readonly number[],
    on: number,
    [cause, diagnosis, no, route, dose, dosePer]: (typeof sick)[number],
  ) => {
    const pack = packs.get(no);
    if (!pack) return;
    const asVet = { ...tx, scope: { ...tx.scope, userId: vet.userId } };
    await recordTreatment(asVet, {
      practice: { staffId: vet.staffId, unitId: vet.unitId, vetLevel: 'licensed', backdateDays: 400 },
      skipRefused: true,
      sheet: {
        requestId: random.uuid(),
        principalId: herd.id,
        treatedOn: day(on),
        species: herd.species,
        cause,
        diagnosisTagId: diagnosis ? (tags.get(diagnosis) ?? null) : null,
        source: 'box',
        untaggedHead: 0,
        isolate: false,
        contagious: false,
        photos: [],
        animals: ids.map((animalId) => ({ animalId })),
        lines: [
          {
            medicineId: pack.medicineId,
            materialId: pack.materialId,
            labelPhoto: [],
            route,
            dose,
            dosePer,
            doseUnit: 'mL',
          },
        ],
      },
    });
  };
  const deworm = (no: string, route: string, dose: number) =>
    ['deworm', null, no, route, dose, 'kg'] as (typeof sick)[number];
  for (const [at, herd] of herds.entries()) {
    const most = herd.species === 'cattle' ? 5 : 12;
    if (at % 2 === 0)
      await treat(
        herd,
        herd.ids.slice(0, most),
        -random.int(2, 29),
        at % 4 === 0 ? deworm('SY-007', 'oral', 0.1) : deworm('SY-001', 'sc', 0.02),
      );
    const one = sick[at % sick.length];
    const isCattleOnly = one && ['SY-003', 'SY-004', 'SY-005'].includes(one[2]);
    if (one && !(isCattleOnly && herd.species !== 'cattle'))
      await treat(herd, herd.ids.slice(-1), -random.int(0, 28), one);
  }
  for (const [at, herd] of settled.entries()) {
    await treat(herd, herd.ids, -random.int(60, 200), deworm('SY-007', 'oral', 0.1));
    await treat(herd, herd.ids, -random.int(210, 360), deworm('SY-001', 'sc', 0.02));
    const one = herd.species === 'cattle' ? sick[at % sick.length] : sick[5];
    if (one) await treat(herd, herd.ids.slice(0, 1), -random.int(40, 350), one);
  }
  await saveTries(tx, today, vet.userId);
}

/** Sales that were refused. */
async function saveTries(tx: Tx, today: string, userId: number): Promise<void> {
  const rows = await tx.query<{ animalId: number; until: string }>(
    `select animal_id as "animalId", to_char(meat_until, 'YYYY-MM-DD') as until from cure.animal_withdrawal where tenant_no = $1 and status = 'open' and meat_until >= $2 order by id limit 23`,
    [tx.scope.tenantNo, today],
  );
  await noteBlocks(tx, 'saleOut', rows.slice(0, 15), userId);
  await noteBlocks(tx, 'handover', rows.slice(15), userId);
}
