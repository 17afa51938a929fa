import type { Language } from '#kit/contract/envelope.ts';
import { notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { paged } from '#kit/server/db/paged.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/prevention/contract/livestock/immunity.ts';
import { type CardRow, cardsOf } from './cards.ts';
import { immunityOf } from './immunity-of.ts';

interface Named {
  readonly nameZh: string;
  readonly nameTw: string | null;
  readonly nameEn: string;
}
const nameOf = ({ nameZh, nameTw, nameEn }: Named, language: Language): string =>
  language === 'en' ? nameEn : language === 'zh_TW' ? (nameTw ?? nameZh) : nameZh;

const worded = (
  { animalId: _, nameZh, nameTw, nameEn, ...card }: CardRow,
  language: Language,
): contract.ImmunityCard => ({
  ...card,
  diseaseName: nameOf({ nameZh, nameTw, nameEn }, language),
});

async function names(call: Call<typeof contract.diseaseNames>) {
  const [rows] = await call.database.read<[Named & { code: string; species: string[]; compulsory: boolean }]>(
    call.actor.scope,
    {
      text: `select code, name_zh as "nameZh", name_tw as "nameTw", name_en as "nameEn", species, compulsory from prevention.ant_disease
             where tenant_no = kit.tenant() and status = 'enabled' order by compulsory desc, order_num, id`,
      values: [],
    },
  );
  return rows.map(({ code, species, compulsory, ...name }) => ({
    code,
    species,
    compulsory,
    name: nameOf(name, call.language),
  }));
}

interface AnimalRow {
  readonly animalId: number;
  readonly earTag: string;
  readonly animalUid: string;
  readonly species: string;
  readonly principalId: number;
  readonly isHere: boolean;
}
async function card(call: Call<typeof contract.immunityCard>): Promise<contract.AnimalImmunity> {
  const [[animal]] = await call.database.read<[AnimalRow]>(call.actor.scope, {
    text: `select a.id as "animalId", a.ear_tag as "earTag", a.animal_uid as "animalUid", a.species, a.principal_id as "principalId",
             a.status = 'inStock' and a.in_herd and a.pending_change_id is null as "isHere"
           from registry.animal a where a.tenant_no = kit.tenant() and a.voided_at is null and a.id in (
             select x.animal_id from registry.animal_tag x where x.tenant_no = kit.tenant() and x.tag_kind = 'ear' and x.tag_no = $1)
           order by a.ear_tag = $1 desc, a.id desc limit 1`,
    values: [call.params.earTag],
  });
  if (!animal) throw notFound();
  const [cards, samples, reactions] = await call.database.read<
    [CardRow, contract.AnimalSample, contract.AnimalReaction]
  >(
    call.actor.scope,
    cardsOf([animal.animalId]),
    {
      text: `select s.barcode, g.sampled_on as "sampledOn", s.sample_type as "sampleType", s.status,
               coalesce((select jsonb_agg(jsonb_build_object('item', i.name, 'value', r.value, 'unit', i.unit, 'conclusion', r.conclusion, 'testedOn', r.tested_on) order by i.id)
                 from prevention.sample_result r join prevention.detect_item i on i.tenant_no = r.tenant_no and i.id = r.item_id
                 where r.tenant_no = s.tenant_no and r.sample_id = s.id and r.status = 'released'), '[]') as results
             from prevention.sample s left join prevention.sample_log g on g.tenant_no = s.tenant_no and g.id = s.log_id
             where s.tenant_no = kit.tenant() and s.animal_id = $1 order by s.id desc limit 50`,
      values: [animal.animalId],
    },
    {
      text: `select id, doc_no as "docNo", reacted_at as "reactedAt", outcome, symptoms, status from prevention.stress_case
             where tenant_no = kit.tenant() and animal_id = $1 order by reacted_at desc limit 50`,
      values: [animal.animalId],
    },
  );
  return { ...animal, cards: cards.map((one) => worded(one, call.language)), samples, reactions };
}

async function check(call: Call<typeof contract.immunityCheck>) {
  const { earTags, diseaseCodes, on } = call.body;
  return call.database.transaction(call.actor.scope, async (tx) => {
    // Animals of others are as unknown as those that are nobody's.
    const seen = await tx.query<{ id: number; earTag: string }>(
      `select x.animal_id as id, x.tag_no as "earTag" from registry.animal_tag x join registry.animal a on a.id = x.animal_id
       where x.tenant_no = kit.tenant() and x.tag_kind = 'ear' and x.tag_no = any ($1) and a.voided_at is null order by x.removed_on nulls last`,
      [earTags],
    );
    const idOf = new Map(seen.toReversed().map((one) => [one.earTag, one.id]));
    const rows = await immunityOf(tx, [...new Set(idOf.values())], diseaseCodes, on);
    const found = new Map(rows.map((row) => [`${row.animalId} ${row.diseaseCode}`, row]));
    return earTags.flatMap((earTag) =>
      diseaseCodes.map((diseaseCode) => {
        const row = found.get(`${idOf.get(earTag)} ${diseaseCode}`);
        return {
          earTag,
          diseaseCode,
          protected: row?.protected ?? false,
          validUntil: row?.validUntil ?? null,
          lastOn: row?.lastOn ?? null,
          reason: row ? row.reason : 'unknownTag',
        };
      }),
    );
  });
}

async function lapsing(call: Call<typeof contract.immunityLapsing>) {
  const { regionCode, diseaseCode, withinDays, pageNum, pageSize } = call.query;
  const [lo, hi] = regionCode === undefined ? [0, 1e12] : rangeOf(regionCode);
  const where = `m.tenant_no = kit.tenant() and m.disease_code = $1 and m.in_stock and m.valid_until >= $2::date and m.valid_until <= $2::date + $3::int
    and m.region_code >= $4 and m.region_code < $5`;
  const values = [diseaseCode, today(), withinDays, lo, hi];
  const [villages, animals] = await call.database.read<
    [
      { regionCode: number; n: number },
      {
        id: number;
        earTag: string;
        species: string;
        holderName: string | null;
        regionCode: number;
        validUntil: string;
      },
    ]
  >(
    call.actor.scope,
    {
      text: `select m.region_code as "regionCode", count(*)::int as n from prevention.animal_immunity m where ${where} group by 1 order by 2 desc, 1`,
      values,
    },
    paged(
      {
        text: `select a.id, a.ear_tag as "earTag", a.species, (select p.principal_unit_name from registry.principal p where p.id = a.principal_id) as "holderName",
               a.region_code as "regionCode", m.valid_until as "validUntil"
             from prevention.animal_immunity m join registry.animal a on a.tenant_no = m.tenant_no and a.id = m.animal_id where ${where}
             order by m.valid_until, a.id`,
        values,
      },
      { pageNum, pageSize },
    ),
  );
  call.answer.total = villages.reduce((sum, one) => sum + one.n, 0);
  const place = (code: number) => lookups().regionName(code, call.language);
  return {
    villages: villages.map((one) => ({ ...one, name: place(one.regionCode) ?? String(one.regionCode) })),
    animals: animals.map(({ regionCode: code, ...one }) => ({ ...one, regionName: place(code) })),
  };
}

type Paper = Omit<contract.Certificate, 'speciesName' | 'breedName' | 'sexName' | 'regionName' | 'cards'> & {
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly regionCode: number;
};

async function papers(call: Call<typeof contract.certificates>): Promise<contract.Certificate[]> {
  const ids = call.query.ids.split(',').map(Number);
  const [animals, cards] = await call.database.read<[Paper, CardRow]>(
    call.actor.scope,
    {
      text: `select a.id, a.ear_tag as "earTag", a.animal_uid as "animalUid", a.species, a.breed, a.sex, a.birth_date as "birthDate", a.region_code as "regionCode",
               (select p.principal_unit_name from registry.principal p where p.id = a.principal_id) as "holderName"
             from registry.animal a where a.tenant_no = kit.tenant() and a.id = any ($1::bigint[]) and a.voided_at is null order by a.id`,
      values: [ids],
    },
    cardsOf(ids),
  );
  const of = Map.groupBy(cards, (one) => one.animalId);
  const label = (dict: string, value: string) =>
    lookups().dictLabel(dict, value, call.actor.tenantNo, call.language) ?? value;
  return animals.map(({ species, breed, sex, regionCode, ...one }) => ({
    ...one,
    speciesName: label('species', species),
    breedName: label(`breed_${species}`, breed),
    sexName: label('animal_sex', sex),
    regionName: lookups().regionName(regionCode, call.language),
    cards: (of.get(one.id) ?? []).map((row) => worded(row, call.language)),
  }));
}

export const immunityRoutes = (): Route[] => [
  serve('prevention', contract.diseaseNames, names),
  serve('prevention', contract.immunityCard, card),
  serve('prevention', contract.immunityCheck, check),
  serve('prevention', contract.immunityLapsing, lapsing),
  serve('prevention', contract.certificates, papers),
];
