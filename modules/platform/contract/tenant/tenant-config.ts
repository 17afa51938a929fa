import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, pageQuery } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export type ConfigKind = 'text' | 'file' | 'path' | 'number' | 'choice' | 'secret';

/** Digits, with what people write between them; an extension may follow. */
export const supportPhone = /^\+?[\d\s()-]{5,30}(\D\d{1,6})?$/;

/** What can be said of a tenant or one of its principals; read by the shell, the doors and the maps. */
export const configCodes: readonly {
  code: string;
  kind: ConfigKind;
  isPublic?: true;
  max?: number;
  pattern?: RegExp;
  choices?: string[];
  /** The code this one says in another language. */
  of?: string;
}[] = [
  { code: 'sys_title', kind: 'text', isPublic: true, max: 40 },
  { code: 'sys_title_tw', kind: 'text', isPublic: true, max: 40, of: 'sys_title' },
  { code: 'sys_title_en', kind: 'text', isPublic: true, max: 80, of: 'sys_title' },
  { code: 'sys_logo', kind: 'file', isPublic: true },
  { code: 'sys_favicon', kind: 'file', isPublic: true },
  { code: 'login_background', kind: 'file', isPublic: true },
  { code: 'sys_copyright', kind: 'text', isPublic: true, max: 100 },
  { code: 'sys_copyright_tw', kind: 'text', isPublic: true, max: 100, of: 'sys_copyright' },
  { code: 'sys_copyright_en', kind: 'text', isPublic: true, max: 160, of: 'sys_copyright' },
  { code: 'dataV_total_title', kind: 'text', isPublic: true, max: 40 },
  { code: 'dataV_total_title_tw', kind: 'text', isPublic: true, max: 40, of: 'dataV_total_title' },
  { code: 'dataV_total_title_en', kind: 'text', isPublic: true, max: 80, of: 'dataV_total_title' },
  { code: 'icp_no', kind: 'text', isPublic: true, max: 60 },
  { code: 'police_no', kind: 'text', isPublic: true, max: 60 },
  { code: 'support_phone', kind: 'text', isPublic: true, max: 40, pattern: supportPhone },
  { code: 'home_path', kind: 'path', max: 200 },
  { code: 'map_provider', kind: 'choice', choices: ['builtin', 'amap'] },
  { code: 'map_key', kind: 'text', max: 100 },
  { code: 'map_security_code', kind: 'secret', max: 100 },
  { code: 'default_latitude', kind: 'number', max: 90 },
  { code: 'default_longitude', kind: 'number', max: 180 },
];

/** R66: the centre of maps where a tenant has not set `default_latitude` and `default_longitude`. */
export const usualCentre = { latitude: 43.65, longitude: 122.24 };

export const configList = endpoint({
  method: 'GET',
  path: 'sys/tenant/principal/configList',
  // Public: gives the look of a tenant's login page and nothing else.
  access: 'public',
  query: z.strictObject({ tenantNo: z.coerce.number().int().optional(), principalId: idSchema.optional() }),
  data: z.array(
    z.object({
      configCode: z.string(),
      configValue: z.string(),
      source: z.enum(['principal', 'parent', 'tenant', 'default']),
      url: z.string().optional(),
      /** Texts that can be given in three languages: what a reader of each is shown. */
      names: z.object({ zh_CN: z.string(), zh_TW: z.string(), en: z.string() }).optional(),
    }),
  ),
});

/** An empty value takes the override away. */
export const setConfig = endpoint({
  method: 'POST',
  path: 'sys/tenant/principal/setConfig',
  access: needs('sys:tenantPrincipal:config', 'sys:webConfig:edit', 'sys:tenant:edit'),
  body: z.strictObject({
    tenantNo: z.number().int().min(0),
    principalId: idSchema.nullish(),
    configs: z
      .array(z.strictObject({ configCode: z.string().max(60), configValue: z.string().trim().max(500).nullable() }))
      .min(1)
      .max(40),
  }),
  data: z.object({ changed: z.number() }),
  action: 'edit',
});

/** R65: tries a map key, the one given or the one in use, and says what came of it. */
export const testMapKey = endpoint({
  method: 'POST',
  path: 'sys/tenant/principal/testMapKey',
  access: needs('sys:tenantPrincipal:config', 'sys:webConfig:edit', 'sys:tenant:edit'),
  body: z.strictObject({
    tenantNo: z.number().int().min(0),
    principalId: idSchema.nullish(),
    key: z.string().trim().max(100).optional(),
  }),
  data: z.object({ outcome: z.enum(['works', 'noKey', 'wrongKey', 'usedUp', 'refused', 'noAnswer']), msg: z.string() }),
});

const principalRow = z.object({
  id: idSchema,
  tenantNo: z.number(),
  principalId: idSchema,
  principalUnitName: z.string(),
  principalUnitType: z.string(),
  principalUnitTypeName: z.string(),
  regionName: z.string().nullable(),
  systems: z.array(z.object({ systemId: z.number(), systemName: z.string() })),
  userCount: z.number(),
  configCount: z.number(),
  isRoot: z.boolean(),
  status: z.string(),
  statusName: z.string(),
});
export type TenantPrincipal = z.output<typeof principalRow>;

export const tenantPrincipals = endpoint({
  method: 'GET',
  path: 'sys/tenant/principal/list',
  access: needs('sys:tenantPrincipal:list'),
  query: z.strictObject({
    tenantNo: z.coerce.number().int().min(0).optional(),
    keyword: z.string().trim().max(60).optional(),
    principalUnitType: z.string().max(40).optional(),
    regionCode: z.coerce.number().int().optional(),
    hasConfig: z.stringbool().optional(),
    pageNum: pageQuery.pageNum,
    pageSize: pageQuery.pageSize,
    sort: z.enum(['name:asc', 'name:desc', 'id:asc', 'id:desc']).optional(),
  }),
  data: z.array(principalRow),
});

/** Tenants by name, for whoever may choose one. */
export const tenantOptions = endpoint({
  method: 'GET',
  path: 'sys/tenant/options',
  access: needs('sys:tenant:list', 'sys:tenantPrincipal:list'),
  data: z.array(z.object({ tenantNo: z.number(), tenantName: z.string(), status: z.string() })),
});
