import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { type SettingCode, settingCodes } from './settings.ts';

const codes = Object.keys(settingCodes) as [SettingCode, ...SettingCode[]];
const said = z.object({
  id: idSchema,
  version: versionSchema,
  regionCode: z.int(),
  regionName: z.string().nullable(),
  value: z.number(),
  changedBy: z.string().nullable(),
  changedAt: z.string(),
});
export type SaidSetting = z.output<typeof said>;
const setting = z.object({
  code: z.enum(codes),
  unit: z.string(),
  usual: z.number(),
  min: z.number(),
  max: z.number(),
  said: z.array(said),
});
export type Setting = z.output<typeof setting>;

/** Every parameter with its default, and what places say instead; the nearest one above a place holds there. */
export const listSettings = endpoint({
  method: 'GET',
  path: 'ant/setting/list',
  access: needs('ant:setting:account', 'ant:setting:param'),
  data: z.array(setting),
});

/** What a place says from now on: made or changed. */
export const saveSetting = endpoint({
  method: 'POST',
  path: 'ant/setting/save',
  access: needs('ant:setting:param'),
  action: 'edit',
  body: z.strictObject({ code: z.enum(codes), regionCode: z.int().positive(), value: z.number() }),
  data: z.object({ id: idSchema, version: versionSchema }),
});

/** Back to what holds above. */
export const dropSetting = endpoint({
  method: 'POST',
  path: 'ant/setting/remove',
  access: needs('ant:setting:param'),
  action: 'remove',
  body: z.strictObject({ id: idSchema, version: versionSchema }),
  data: z.null(),
});

export const endpoints = [listSettings, saveSetting, dropSetting];
