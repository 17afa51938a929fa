import { farmConfigs } from '#modules/farm/contract/setting/config.ts';

/** Pieces of SQL over the row `t` that several lists of the farm share. */
export const animalStage = (stage: string): string =>
  `(select q.name from farm.cycle_scheme_stage q where q.id = ${stage})`;
export const penName = (pen: string): string =>
  `(select q.hovel || ' ' || q.pen_no from farm.pen_seen q where q.id = ${pen})`;
export const dayNow = `(now() at time zone 'Asia/Shanghai')::date`;

type Code = (typeof farmConfigs)[number]['code'];
/** What counts for a farm under one of its settings: its own word, that of the unit above, or the standard. */
export const setting = (farm: string, code: Code): string =>
  `coalesce(registry.config_value(${farm}, '${code}'), '${farmConfigs.find((one) => one.code === code)?.standard}')`;
const part = (list: string, at: number) => `split_part(split_part(${list}, ',', ${at}), ':', 2)::int`;
/** Every farm with its word, asked once per farm and not once per animal. */
export const farmsSay = (code: Code): string =>
  `(select u.id as farm, ${setting('u.id', code)} as word from farm.unit_seen u where u.tenant_no = kit.tenant()
     and u.type in ('farm', 'cooperative') offset 0)`;
export const weanDays = (word: string, species: string): string =>
  `(case ${species} when 'cattle' then ${part(word, 1)} else ${part(word, 2)} end)`;
