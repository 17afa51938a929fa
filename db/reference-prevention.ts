import type { Client } from 'pg';
import { readTsv } from './reference-files.ts';

const number = (text: string | undefined) => (text ? Number(text) : null);
const list = (text: string | undefined) => (text ? text.split(',') : []);
const since = '2020-01-01';

export const preventionFiles = ['diseases', 'programmes', 'vaccines', 'items', 'standards'].map(
  (name) => `prevention/${name}.tsv`,
);

/** What every tenant begins with. It stands at the operator; tenants that exist and have none yet get theirs now. */
export async function loadPrevention(db: Client): Promise<number> {
  const diseases = readTsv('prevention/diseases.tsv').map((row, at) => ({
    ...row,
    species: list(row.species),
    compulsory: row.compulsory === '1',
    humanRisk: row.humanRisk === '1',
    reportClass: number(row.reportClass),
    coverageTarget: number(row.coverageTarget),
    antibodyTarget: number(row.antibodyTarget),
    stressWindowHours: number(row.stressWindowHours),
    orderNum: at + 1,
  }));
  await db.query(
    `insert into prevention.ant_disease (tenant_no, code, name_zh, name_tw, name_en, species, compulsory, report_class, coverage_target, antibody_target, stress_window_hours, human_risk, order_num)
     select 0, code, "zh_CN", "zh_TW", en, array(select jsonb_array_elements_text(species)), compulsory, "reportClass", "coverageTarget", "antibodyTarget", "stressWindowHours", "humanRisk", "orderNum"
     from jsonb_to_recordset($1::jsonb) as r(code text, "zh_CN" text, "zh_TW" text, en text, species jsonb, compulsory boolean, "reportClass" int, "coverageTarget" numeric,
       "antibodyTarget" numeric, "stressWindowHours" int, "humanRisk" boolean, "orderNum" int)
     on conflict (tenant_no, code) do update set name_zh = excluded.name_zh, name_tw = excluded.name_tw, name_en = excluded.name_en, species = excluded.species`,
    [JSON.stringify(diseases)],
  );
  for (const row of readTsv('prevention/programmes.tsv'))
    await db.query(
      `insert into prevention.immune_programme (tenant_no, disease_code, species, region_code, min_age_days, booster_days, valid_days, min_gap_days, season_scope, ban_on, valid_from)
       values (0, $1, $2, 0, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [
        row.diseaseCode,
        row.species,
        number(row.minAgeDays),
        number(row.boosterDays),
        number(row.validDays),
        number(row.minGapDays),
        row.seasonScope,
        list(row.banOn),
        since,
      ],
    );
  for (const row of readTsv('prevention/vaccines.tsv'))
    await db.query(
      `insert into prevention.vaccine (tenant_no, vaccine_code, name, disease_codes, species, form, doses, route, apart_days)
       values (0, $1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_no, vaccine_code) do update set name = excluded.name`,
      [
        row.vaccineCode,
        row.name,
        list(row.diseaseCodes),
        list(row.species),
        row.form,
        row.doses,
        row.route,
        number(row.apartDays),
      ],
    );
  for (const row of readTsv('prevention/items.tsv'))
    await db.query(
      `insert into prevention.detect_item (tenant_no, code, name, disease_code, target, method, unit, comparator, threshold, suspect_from, plausible_from, plausible_to, instrument_type, good_when, report_days)
       values (0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (tenant_no, code) do update set name = excluded.name`,
      [
        row.code,
        row.name,
        row.diseaseCode,
        row.target,
        row.method,
        row.unit || null,
        row.comparator,
        number(row.threshold),
        number(row.suspectFrom),
        number(row.plausibleFrom),
        number(row.plausibleTo),
        row.instrumentType || null,
        row.goodWhen,
        number(row.reportDays),
      ],
    );
  for (const row of readTsv('prevention/standards.tsv'))
    await db.query(
      `insert into prevention.ant_standard (tenant_no, kind, species, stage, breeding_stock, disease_code, work_kind, amount_cents, ratio, region_code, valid_from)
       values (0, $1, $2, $3, $4, $5, $6, $7, $8, 0, $9) on conflict do nothing`,
      [
        row.kind,
        row.species || null,
        row.stage || null,
        row.breedingStock ? row.breedingStock === '1' : null,
        row.diseaseCode || null,
        row.workKind || null,
        Math.round(Number(row.amount) * 100),
        number(row.ratio),
        since,
      ],
    );
  await db.query('select prevention.seed_tenant(tenant_no, region_code) from platform.sys_tenant where tenant_no <> 0');
  return diseases.length;
}
