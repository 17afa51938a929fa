// Chinese in this file: names that a tenant begins with and may change; they are its data, in every language it shows.
import type { Tx } from '#kit/server/db/database.ts';

const standard = [
  ['CQR', '牛二维码耳标', '牛二維碼耳標', 'Cattle tag', 2, 'cattle', 'qr'],
  ['CEL', '牛电子耳标', '牛電子耳標', 'Cattle electronic tag', 2, 'cattle', 'both'],
  ['SQR', '羊二维码耳标', '羊二維碼耳標', 'Sheep and goat tag', 3, 'sheep,goat', 'qr'],
  ['SEL', '羊电子耳标', '羊電子耳標', 'Sheep and goat electronic tag', 3, 'sheep,goat', 'both'],
] as const;

/** What a tenant starts with; where it has categories of its own nothing is added. */
export const startCategories = (tx: Tx) =>
  tx.query(
    `insert into sign.sign_category (tenant_no, code, name, name_tw, name_en, species_digit, species, medium, order_num)
     select $1, r.code, r.name, r.tw, r.en, r.digit, string_to_array(r.species, ','), r.medium, r.at
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[])
       with ordinality r(code, name, tw, en, digit, species, medium, at)
     where not exists (select 1 from sign.sign_category where tenant_no = $1)`,
    [tx.scope.tenantNo, ...[0, 1, 2, 3, 4, 5, 6].map((at) => standard.map((one) => one[at]))],
  );
