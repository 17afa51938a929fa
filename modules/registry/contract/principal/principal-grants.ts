import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { isRegionCode } from '#kit/contract/region.ts';

const regionCode = z.number().int().refine(isRegionCode);

/** How much of a region a unit was given. */
export const ticks = ['all', 'part', 'none'] as const;

const regionNode = z.object({
  regionCode: z.number(),
  name: z.string(),
  level: z.number(),
  hasChildren: z.boolean(),
  checked: z.enum(ticks),
  /** May the caller give or take it? */
  assignable: z.boolean(),
});
export type JurisdictionNode = z.output<typeof regionNode>;

/** The seed's call: regions below one (the caller's own at first), and what of them a unit holds. */
export const principalRegionsByParent = endpoint({
  method: 'GET',
  path: 'pri/principal/info/getPrincipalRegionByParentCode',
  access: needs('pri:jurisdiction:view'),
  query: z.strictObject({
    parentCode: z.coerce.number().int().refine(isRegionCode).optional(),
    principalId: idSchema.optional(),
  }),
  data: z.array(regionNode),
});

/** The set as it stands, whole. */
export const jurisdictionOf = endpoint({
  method: 'GET',
  path: 'pri/principal/info/jurisdiction',
  access: needs('pri:jurisdiction:view'),
  query: z.strictObject({ principalId: idSchema }),
  data: z.object({ regionCodes: z.array(z.number()) }),
});

const assignBody = z.strictObject({
  principalId: idSchema,
  regionCodes: z.array(regionCode).max(2000),
  dryRun: z.boolean().optional(),
});
const assigned = z.object({
  name: z.string(),
  before: z.array(z.number()),
  after: z.array(z.number()),
  /** Units below that lose something with it. */
  clipped: z.array(z.object({ principalId: idSchema, name: z.string(), lost: z.array(z.number()) })),
  /** Accounts that see less from then on. */
  userCount: z.number(),
  subAdminCount: z.number(),
  covers: z.object({ villages: z.number(), households: z.number(), head: z.number() }),
});
export type Assigned = z.output<typeof assigned>;

/** The whole set, not a change to it; a dry run says who would lose what. */
export const assignJurisdiction = endpoint({
  method: 'POST',
  path: 'pri/principal/info/assignJurisdiction',
  access: needs('pri:jurisdiction:assign'),
  body: assignBody,
  data: assigned,
  action: 'assign',
});

/** The same by a unit for those below it alone. */
export const assignJurisdictionBySuperior = endpoint({
  method: 'POST',
  path: 'pri/principal/info/assignJurisdictionFroPri',
  access: needs('pri:jurisdiction:assignSub'),
  body: assignBody,
  data: assigned,
  action: 'assign',
});

const systemRow = z.object({
  systemId: z.number(),
  systemName: z.string(),
  assigned: z.boolean(),
  schemaId: idSchema.nullable(),
  expireOn: z.string().nullable(),
  inPackage: z.boolean(),
  /** Where nothing was given to the unit itself: the unit whose systems count for it. */
  inheritedFrom: z.string().nullable(),
});
export type PrincipalSystemRow = z.output<typeof systemRow>;

export const principalSystems = endpoint({
  method: 'GET',
  path: 'pri/principal/info/getPrincipalSystem',
  access: needs('pri:principal:system'),
  query: z.strictObject({ principalId: idSchema }),
  data: z.array(systemRow),
});

/** Exactly these from now on; none gives the unit back to what stands above it. */
export const editPrincipalSystems = endpoint({
  method: 'POST',
  path: 'pri/principal/info/system/edit',
  access: needs('pri:principal:system'),
  body: z.strictObject({
    principalId: idSchema,
    systems: z
      .array(
        z.strictObject({
          systemId: z.number().int().min(1).max(99),
          schemaId: idSchema.nullish(),
          expireOn: z.iso.date().nullish(),
        }),
      )
      .max(99),
  }),
  data: z.null(),
  action: 'edit',
});

export type ConfigType = 'switch' | 'choice' | 'text' | 'money';

export interface ConfigCode {
  readonly code: string;
  /** The heading it stands under: `<module>.principalConfig.group_<group>`. */
  readonly group: string;
  readonly type: ConfigType;
  readonly standard: string;
  readonly choices?: readonly string[];
  /** What is right, for a text. */
  readonly pattern?: RegExp;
  /** Control over the unit, not its own housekeeping: set by authorities and stations only. */
  readonly control?: true;
}

const bounds = '\\d{1,6}\\/\\d{1,6}\\/\\d{1,6}';

/** How a unit works; what it does not say itself, the unit above it says. */
const codes: ConfigCode[] = [
  { code: 'animal_accept_required', group: 'animal', type: 'switch', standard: '1' },
  {
    code: 'death_confirm_mode',
    group: 'animal',
    type: 'choice',
    standard: 'insuredOrPledged',
    choices: ['none', 'insuredOrPledged', 'all'],
    control: true,
  },
  {
    code: 'tag_check_mode',
    group: 'animal',
    type: 'choice',
    standard: 'strict',
    choices: ['strict', 'warn', 'off'],
    control: true,
  },
  {
    code: 'tag_due_days',
    group: 'animal',
    type: 'text',
    standard: 'cattle:30,sheep:30,goat:30',
    pattern: /^cattle:\d{1,3},sheep:\d{1,3},goat:\d{1,3}$/,
    control: true,
  },
  { code: 'tag_photo_required', group: 'animal', type: 'switch', standard: '0' },
  {
    code: 'scale_rule',
    group: 'animal',
    type: 'text',
    standard: 'cattle:10/50/200,sheep:30/100/500,goat:30/100/500',
    pattern: new RegExp(`^cattle:${bounds},sheep:${bounds},goat:${bounds}$`),
    control: true,
  },
  { code: 'public_holder_show', group: 'public', type: 'switch', standard: '0' },
  {
    code: 'iframe_allowed_origins',
    group: 'public',
    type: 'text',
    standard: '',
    pattern: /^https:\/\/[\w.-]+(:\d+)?(,https:\/\/[\w.-]+(:\d+)?)*$/,
  },
  { code: 'self_purchase_vaccine', group: 'depot', type: 'switch', standard: '0', control: true },
  { code: 'depot_in_review', group: 'depot', type: 'switch', standard: '1' },
  { code: 'box_check_mode', group: 'depot', type: 'choice', standard: 'strict', choices: ['strict', 'lenient'] },
  { code: 'purchase_approval_above', group: 'depot', type: 'money', standard: '5000' },
];

/** Those of the registry, and those modules defined. */
export const configCodes: readonly ConfigCode[] = codes;

const definedBy = new Map<string, string>();

/**
 * How units work in a module's own matters, on the same page, inherited and refused in the same way. Codes begin with the module's name; the
 * texts are `<module>.principalConfig.<code>`, `<code>_hint`, `<code>_<choice>` and `group_<group>`.
 *
 * @example
 * defineConfigCodes('farm', [{ code: 'farm_weigh_days', group: 'farm', type: 'text', standard: '30', pattern: /^\d{1,3}$/ }]);
 * const days = await configOf(tx, principalId, 'farm_weigh_days');
 */
export function defineConfigCodes(module: string, given: readonly ConfigCode[]): void {
  for (const one of given) {
    if (!one.code.startsWith(`${module}_`)) throw new Error(`${one.code} does not begin with ${module}_`);
    if (configCodeOf(one.code)) throw new Error(`config code ${one.code} is defined already`);
    codes.push(one);
    definedBy.set(one.code, module);
  }
}
export const configCodeOf = (code: string): ConfigCode | undefined => codes.find((one) => one.code === code);
/** Locale key of a code's name, or of what goes with it. */
export const configText = (code: string, what = code): string =>
  `${definedBy.get(code) ?? 'registry'}.principalConfig.${what}`;

const configRow = z.object({
  configCode: z.string(),
  configName: z.string(),
  hint: z.string(),
  group: z.string(),
  groupName: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  valueType: z.enum(['switch', 'choice', 'text', 'money']),
  configValue: z.string(),
  from: z.enum(['own', 'inherited', 'default']),
  fromName: z.string().nullable(),
  editable: z.boolean(),
  /** What would count without the own value. */
  otherwise: z.string(),
});
export type PrincipalConfigRow = z.output<typeof configRow>;

export const principalConfigs = endpoint({
  method: 'GET',
  path: 'pri/principal/info/getConfigInfo',
  access: needs('pri:principal:config'),
  query: z.strictObject({ principalId: idSchema.optional() }),
  data: z.array(configRow),
});

/** Null drops the own value. */
export const savePrincipalConfigs = endpoint({
  method: 'POST',
  path: 'pri/principal/info/saveOrUpdatePriConfig',
  access: needs('pri:principal:config'),
  body: z.strictObject({
    principalId: idSchema.optional(),
    configs: z
      .array(z.strictObject({ configCode: z.string().max(60), configValue: z.string().trim().max(500).nullable() }))
      .min(1)
      .max(40),
  }),
  data: z.object({ changed: z.number() }),
  action: 'edit',
});
