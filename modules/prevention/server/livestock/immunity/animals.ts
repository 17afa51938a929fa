import type { Route } from '#kit/server/http/call.ts';
import type { Match } from '#kit/server/resource/columns.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { animal } from '#modules/prevention/contract/livestock/animal.ts';
import { type ImmuneState, immuneStates } from '#modules/prevention/contract/livestock/immunity.ts';
import { breedMatch, ofUnit, tagMatch } from '#modules/registry/server/index.ts';

const today = 'prevention.today()';
const age = `age(${today}, t.birth_date)`;

/** States that a row of its own tells; the others are those of animals that never had a shot. */
const told: Partial<Record<ImmuneState, string>> = {
  exempt: `m.exempt_until >= ${today}`,
  protected: `(m.exempt_until is null or m.exempt_until < ${today}) and m.valid_until >= ${today} + 31`,
  lapsing: `(m.exempt_until is null or m.exempt_until < ${today}) and m.valid_until between ${today} and ${today} + 30`,
  lapsed: `(m.exempt_until is null or m.exempt_until < ${today}) and m.shots > 0 and (m.valid_until is null or m.valid_until < ${today})`,
};

/** `fmd:lapsed,never`: how it stands with a disease, or with any of the compulsory ones. */
export const immuneMatch: Match = (value, add) => {
  const [, disease = '', listed = ''] = /^([a-zA-Z]*):([a-zA-Z,]+)$/.exec(value) ?? [];
  const states = listed
    .split(',')
    .filter((one): one is ImmuneState => (immuneStates as readonly string[]).includes(one));
  if (states.length === 0) return 'false';
  const code = disease ? add(disease) : null;
  const theirs = `d.tenant_no = t.tenant_no and d.status = 'enabled' and t.species = any (d.species) and ${code ? `d.code = ${code}` : 'd.compulsory'}`;
  const row = `m.tenant_no = t.tenant_no and m.animal_id = t.id and m.disease_code = d.code`;
  const byRow = states.flatMap((one) => (told[one] ? [`(${told[one]})`] : []));
  const ofAge = states.includes('never') && states.includes('tooYoung') ? null : states.includes('never');
  const without = states.some((one) => one === 'never' || one === 'tooYoung');
  return `exists (select 1 from prevention.ant_disease d where ${theirs} and (${[
    ...(byRow.length > 0
      ? [`exists (select 1 from prevention.animal_immunity m where ${row} and (${byRow.join(' or ')}))`]
      : []),
    ...(without
      ? [
          `not exists (select 1 from prevention.animal_immunity m where ${row} and (m.shots > 0 or m.exempt_until >= ${today}))
           and exists (select 1 from prevention.programme_of(t.tenant_no, d.code, t.species, t.stage, t.region_code, ${today}) r
             where r.id is not null${ofAge === null ? '' : ` and (t.birth_date + r.min_age_days <= ${today}) = ${ofAge}`})`,
        ]
      : []),
  ].join(' or ')}))`;
};

export const animalRoutes = (): Route[] =>
  serveResource(animal)({
    table: 'registry.animal',
    expressions: {
      ageMonths: `(extract(year from ${age}) * 12 + extract(month from ${age}))::int`,
      breedLabel:
        '(select v.name_zh from registry.variety v where v.code = t.breed and v.tenant_no in (0, t.tenant_no) order by v.tenant_no desc limit 1)',
      immunity: 'prevention.immune_states(t.tenant_no, t.id, t.species, t.stage, t.region_code, t.birth_date)',
      immune: 'null::text',
    },
    match: {
      earTag: tagMatch,
      electronicTag: (value, add) =>
        `t.id in (select x.animal_id from registry.animal_tag x where x.tenant_no = t.tenant_no and x.tag_kind = 'electronic' and x.tag_no = ${add(value)})`,
      breed: breedMatch,
      principalId: ofUnit,
      immune: immuneMatch,
    },
    listed: 't.voided_at is null',
  });
