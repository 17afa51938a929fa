import type { Client } from 'pg';
import { readDictionaries, readTsv } from './reference-files.ts';

const months = { cattle: [0, 3, 6, 9, 12, 18, 24, 36], sheep: [0, 2, 4, 6, 9, 12, 18, 24] } as const;

/** Brody's curve through the weights at birth and when grown: the standard a measured weight is held against. */
function curve(species: string, sex: string, birth: number, adult: number) {
  const rate = species === 'cattle' ? 0.085 : 0.13;
  return months[species === 'cattle' ? 'cattle' : 'sheep'].map((month) => ({
    month,
    sex,
    weightKg: Math.round((adult - (adult - birth) * Math.exp(-rate * month)) * 10) / 10,
  }));
}

/** The breeds everybody shares, named as in the dictionaries. */
export async function loadVarieties(db: Client): Promise<number> {
  const dictionaries = readDictionaries();
  const rows = readTsv('varieties.tsv').map((row) => {
    const label = dictionaries.get(`breed_${row.species}`)?.values.find(({ value }) => value === row.code);
    if (!label) throw new Error(`varieties.tsv: ${row.code} is in no dictionary`);
    const species = row.species ?? '';
    return {
      code: row.code,
      species,
      zh: label.zh_CN,
      tw: label.zh_TW,
      en: label.en,
      category: row.category,
      purpose: row.purpose,
      origin: row.origin || null,
      gestation: Number(row.gestationDays),
      service: Number(row.firstServiceMonths),
      male: Number(row.adultMale),
      female: Number(row.adultFemale),
      growth: [
        ...curve(species, 'male', Number(row.birthMale), Number(row.adultMale)),
        ...curve(species, 'female', Number(row.birthFemale), Number(row.adultFemale)),
      ],
    };
  });
  await db.query(
    `insert into registry.variety (tenant_no, code, species, name_zh, name_tw, name_en, category, purpose, origin, gestation_days, first_service_months,
       adult_weight_male, adult_weight_female, growth_standard)
     select 0, code, species, zh, tw, en, category, purpose, origin, gestation, service, male, female, growth
     from jsonb_to_recordset($1::jsonb) as r(code text, species text, zh text, tw text, en text, category text, purpose text, origin text, gestation int, service int,
       male numeric, female numeric, growth jsonb)
     on conflict (tenant_no, code) do update set name_zh = excluded.name_zh, name_tw = excluded.name_tw, name_en = excluded.name_en, category = excluded.category,
       purpose = excluded.purpose, origin = excluded.origin, gestation_days = excluded.gestation_days, first_service_months = excluded.first_service_months,
       adult_weight_male = excluded.adult_weight_male, adult_weight_female = excluded.adult_weight_female, growth_standard = excluded.growth_standard`,
    [JSON.stringify(rows)],
  );
  return rows.length;
}
