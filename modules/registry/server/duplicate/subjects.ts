import type { Language } from '#kit/contract/envelope.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { DuplicateKind } from '#modules/registry/contract/duplicate/duplicate.ts';
import { animalChoices } from '../animal/animal.merge.ts';
import { personChoices } from '../people/person.ts';
import { principalChoices } from '../principal/principal.merge.ts';

/** One row of a pair, as it is set beside the other. */
export interface Subject {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly regionCode: number;
  readonly createdAt: string;
  /** Values by field: what is shown, and what tells them apart where that is not what is shown. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly counts: Readonly<Record<string, number>>;
  /** What decides whether two may be one. */
  readonly species?: string;
  readonly holderId?: number;
  readonly insured?: boolean;
  readonly pledged?: boolean;
  readonly pending?: boolean;
  readonly voided?: boolean;
}

interface Shape {
  readonly sql: string;
  /** Fields in the order they are shown, with the dictionary that names their values. */
  readonly fields: Readonly<Record<string, { readonly dict?: string; readonly region?: true }>>;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

const count = (what: string) => `(select count(*)::int from registry.${what})`;
const masked = (name: string, column: string) => `'${name}', ${column}_mask, '${name}Hash', ${column}_hash`;

export const shapes: Readonly<Record<DuplicateKind, Shape>> = {
  principal: {
    sql: `select t.id, t.principal_unit_name as name, t.status, t.region_code as "regionCode", t.created_at as "createdAt",
        jsonb_build_object('principalUnitType', t.principal_unit_type, 'principalUnitName', t.principal_unit_name, 'regionCode', t.region_code, 'address', t.address,
          'location', t.longitude::numeric(9,5) || ', ' || t.latitude::numeric(9,5), 'contactName', t.contact_name, ${masked('contactPhone', 't.contact_phone')},
          ${masked('contactIdCard', 't.contact_id_card')}, 'creditCode', t.credit_code, 'farmCode', t.farm_code, 'speciesKept', t.species_kept, 'scale', t.scale,
          'householdMark', t.household_mark, 'bankName', t.bank_name, ${masked('bankAccountNo', 't.bank_account_no')}, 'bankAccountName', t.bank_account_name,
          'remark', t.remark) as values,
        jsonb_build_object('animals', ${count("animal a where a.principal_id = t.id and a.status = 'inStock' and a.voided_at is null")},
          'hovels', ${count("hovel h where h.principal_id = t.id and h.status <> 'removed'")}, 'pens', ${count("pen p where p.principal_id = t.id and p.status <> 'removed'")},
          'staff', ${count("staff s where s.principal_id = t.id and s.status <> 'left'")},
          'relations', ${count('principal_relation r where r.tenant_no = t.tenant_no and r.to_on is null and (r.from_id = t.id or r.to_id = t.id)')},
          'papers', ${count("principal_document d where d.principal_id = t.id and d.status in ('pending', 'valid', 'expired')")},
          'services', ${count("service_info i where i.principal_id = t.id and i.status in ('draft', 'published')")},
          'tools', ${count("tool_info i where i.principal_id = t.id and i.status <> 'scrapped'")},
          'changes', ${count("animal_change c where c.tenant_no = t.tenant_no and c.status = 'submitted' and (c.principal_id = t.id or c.to_principal_id = t.id)")},
          'users', (select count(*)::int from platform.sys_user u where u.tenant_no = t.tenant_no and u.principal_id = t.id),
          'herdCounts', ${count('herd_count h where h.tenant_no = t.tenant_no and h.principal_id = t.id')},
          'subordinates', ${count('principal b where b.tenant_no = t.tenant_no and b.parent_id = t.id')}) as counts
      from registry.principal t where t.id = any ($1)`,
    fields: {
      principalUnitName: {},
      principalUnitType: { dict: 'principal_type' },
      regionCode: { region: true },
      address: {},
      location: {},
      contactName: {},
      contactPhone: {},
      contactIdCard: {},
      creditCode: {},
      farmCode: {},
      speciesKept: { dict: 'species' },
      scale: { dict: 'farm_scale' },
      householdMark: { dict: 'household_mark' },
      bankName: {},
      bankAccountNo: {},
      bankAccountName: {},
      remark: {},
    },
    choices: principalChoices,
  },
  person: {
    sql: `select t.id, t.name, t.status, t.region_code as "regionCode", t.created_at as "createdAt",
        jsonb_build_object('name', t.name, ${masked('idCard', 't.id_card')}, ${masked('phone', 't.phone')}, 'sex', t.sex, 'birthDate', t.birth_date,
          'ethnicGroup', t.ethnic_group, 'address', t.address, 'regionCode', t.region_code) as values,
        jsonb_build_object('staff', ${count("staff s where s.person_id = t.id and s.status <> 'left'")},
          'duties', ${count('grid_duty d join registry.staff s on s.id = d.staff_id where s.person_id = t.id and d.to_on is null')}) as counts
      from registry.person t where t.id = any ($1)`,
    fields: {
      name: {},
      idCard: {},
      phone: {},
      sex: { dict: 'sex' },
      birthDate: {},
      ethnicGroup: { dict: 'ethnic_group' },
      address: {},
      regionCode: { region: true },
    },
    choices: personChoices,
  },
  animal: {
    sql: `select t.id, t.ear_tag as name, t.status, t.region_code as "regionCode", t.created_at as "createdAt", t.species, t.principal_id as "holderId", t.insured,
        t.pledged, t.pending_change_id is not null as pending, t.voided_at is not null as voided,
        jsonb_build_object('earTag', t.ear_tag, 'electronicTag', t.electronic_tag, 'species', t.species,
          'breed', t.breed, 'sex', t.sex, 'birthDate', t.birth_date, 'stage', t.stage, 'coatColor', t.coat_color, 'motherTag', t.mother_tag, 'fatherCode', t.father_code,
          'castrated', t.castrated, 'principalId', (select p.principal_unit_name from registry.principal p where p.id = t.principal_id), 'tagWornOn', t.tag_worn_on,
          'entryOn', t.entry_on, 'status', t.status, 'remark', t.remark) as values,
        jsonb_build_object('events', (select h.seq from registry.animal_head h where h.tenant_no = t.tenant_no and h.animal_id = t.id), 'photos', ${count('animal_photo f where f.tenant_no = t.tenant_no and f.animal_id = t.id')},
          'offspring', ${count('animal c where c.tenant_no = t.tenant_no and c.mother_id = t.id and c.voided_at is null')}) as counts
      from registry.animal t where t.id = any ($1)`,
    fields: {
      earTag: {},
      electronicTag: {},
      species: { dict: 'species' },
      breed: {},
      sex: { dict: 'animal_sex' },
      birthDate: {},
      stage: { dict: 'stage' },
      coatColor: {},
      motherTag: {},
      fatherCode: {},
      castrated: {},
      principalId: {},
      tagWornOn: {},
      entryOn: {},
      status: { dict: 'animal_status' },
      remark: {},
    },
    choices: animalChoices,
  },
};

/** Both as the caller sees them; one out of sight is not there. */
export async function subjectsOf(
  tx: Tx,
  kind: DuplicateKind,
  ids: readonly [number, number],
): Promise<[Subject, Subject]> {
  const rows = await tx.query<Subject>(shapes[kind].sql, [ids]);
  const [one, other] = ids.map((id) => rows.find((row) => row.id === id));
  if (!one || !other || one.id === other.id) throw notFound();
  return [one, other];
}

/** A value as people read it. */
export function shownValue(
  kind: DuplicateKind,
  field: string,
  subject: Subject,
  { language, tenantNo, say }: { language: Language; tenantNo: number; say(key: string): string },
): string | null {
  const raw = subject.values[field];
  if (raw === null || raw === undefined || raw === '') return null;
  if (typeof raw === 'boolean') return say(raw ? 'kit.yes' : 'kit.no');
  const { dict, region } = shapes[kind].fields[field] ?? {};
  if (region) return lookups().regionName(Number(raw), language);
  const own = field === 'breed' ? `breed_${subject.species}` : dict;
  const label = (value: unknown) =>
    (own ? lookups().dictLabel(own, String(value), tenantNo, language) : null) ?? String(value);
  return Array.isArray(raw) ? raw.map(label).join(say('registry.principal.listSign')) : label(raw);
}

/** Personal numbers are told apart by what is behind the mask. */
export const differs = (field: string, one: Subject, other: Subject): boolean => {
  const key = `${field}Hash` in one.values ? `${field}Hash` : field;
  return JSON.stringify(one.values[key] ?? null) !== JSON.stringify(other.values[key] ?? null);
};
