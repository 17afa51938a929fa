import { askRenewal, coverByPolicy, pledgeClaim, pledgeCover } from './cover.ts';
import { equipmentStat } from './equipment-stat.ts';

export const watches = {
  resources: [pledgeCover, pledgeClaim],
  endpoints: [coverByPolicy, askRenewal],
  reports: [equipmentStat],
};
