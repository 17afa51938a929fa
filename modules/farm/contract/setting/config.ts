import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineConfigCodes } from '#modules/registry/contract/principal/principal-grants.ts';

const number = (code: string, standard: string) =>
  ({ code, group: 'farm', type: 'text', standard, pattern: /^\d{1,3}$/ }) as const;

/** 2.9: how a farm works; what it does not say itself, the unit above it says. */
export const farmConfigs = [
  { code: 'farm_no_rule', group: 'farm', type: 'choice', standard: 'yearSerial', choices: ['yearSerial', 'none'] },
  number('farm_isolate_days', '30'),
  number('farm_weigh_days', '30'),
  {
    code: 'farm_wean_days',
    group: 'farm',
    type: 'text',
    standard: 'cattle:150,sheep:60',
    pattern: /^cattle:\d{1,3},sheep:\d{1,3}$/,
  },
  { code: 'farm_feed_mode', group: 'farm', type: 'choice', standard: 'meal', choices: ['meal', 'day'] },
  { code: 'farm_feed_depot', group: 'farm', type: 'text', standard: '', pattern: /^\d*$/ },
  number('farm_left_pct', '10'),
  number('farm_feed_days', '10'),
  number('farm_adg_low_pct', '70'),
  number('farm_conception_target', '55'),
  {
    code: 'farm_pen_over',
    group: 'farm',
    type: 'choice',
    standard: 'confirm',
    choices: ['allow', 'confirm', 'refuse'],
  },
  number('farm_count_days', '30'),
  number('farm_disinfect_days', '14'),
  { code: 'farm_price_region', group: 'farm', type: 'text', standard: '', pattern: /^\d*$/ },
] as const;
defineConfigCodes('farm', farmConfigs);

const row = z.object({
  code: z.string(),
  name: z.string(),
  hint: z.string(),
  type: z.enum(['choice', 'text']),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  value: z.string(),
  own: z.boolean(),
  standard: z.string(),
});
export type FarmSetting = z.output<typeof row>;
export const farmSettings = endpoint({
  method: 'GET',
  path: 'anm/setting/list',
  access: needs('anm:setting:edit'),
  query: z.object({ farmId: z.coerce.number().int().positive().optional() }),
  data: z.object({ farmId: idSchema, farm: z.string(), rows: z.array(row) }),
});
