import type { Statement } from '#kit/server/db/database.ts';
import type { ImmunityCard } from '#modules/prevention/contract/livestock/immunity.ts';

export type CardRow = Omit<ImmunityCard, 'diseaseName'> & {
  readonly animalId: number;
  readonly nameZh: string;
  readonly nameTw: string | null;
  readonly nameEn: string;
};

/** How animals stand with the diseases that are theirs: the compulsory ones, and others they were immunised against. */
export const cardsOf = (animalIds: readonly number[]): Statement<CardRow> => ({
  text: `select a.id as "animalId", d.code as "diseaseCode", d.name_zh as "nameZh", d.name_tw as "nameTw", d.name_en as "nameEn", d.compulsory,
           prevention.immune_state(coalesce(m.shots, 0), m.valid_until, m.exempt_until, a.birth_date + coalesce(r.min_age_days, 0) <= prevention.today(), prevention.today()) as state,
           coalesce(m.shots, 0) as shots, m.last_on as "lastOn", m.valid_until as "validUntil",
           case when m.exempt_until >= prevention.today() then m.exempt_until + 1 when m.shots = 1 and m.booster_due_on is not null then m.booster_due_on
             when m.valid_until is not null then m.valid_until else a.birth_date + coalesce(r.min_age_days, 0) end as "nextOn",
           m.exempt_until as "exemptUntil", m.exempt_reason as "exemptReason", m.last_titre_ok as "lastTitreOk", v.id as "visitId", v.doc_no as "docNo",
           l.vaccine_name as "vaccineName", l.lot_no as "lotNo", (select s.name from registry.staff s where s.id = v.staff_id) as "staffName"
         from registry.animal a
         join prevention.ant_disease d on d.tenant_no = a.tenant_no and d.status = 'enabled' and a.species = any (d.species)
         left join lateral prevention.programme_of(a.tenant_no, d.code, a.species, a.stage, a.region_code, prevention.today()) r on true
         left join prevention.animal_immunity m on m.tenant_no = a.tenant_no and m.animal_id = a.id and m.disease_code = d.code
         left join prevention.immunisation_visit v on v.tenant_no = a.tenant_no and v.id = m.last_visit_id
         left join lateral (
           select l.vaccine_name, l.lot_no from prevention.immunisation_line l where l.tenant_no = a.tenant_no and l.visit_id = v.id and d.code = any (l.disease_codes)
           order by l.line_no limit 1
         ) l on true
         where a.tenant_no = kit.tenant() and a.id = any ($1::bigint[]) and (d.compulsory and r.id is not null or m.animal_id is not null)
         order by a.id, d.compulsory desc, d.order_num, d.id`,
  values: [animalIds],
});
