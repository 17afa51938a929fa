import { z } from 'zod';

/** R22, in the order in which they are shown and refused. */
export const conditionCodes = [
  'lineOpen',
  'limitLeft',
  'ltvAfter',
  'noAlarm',
  'noGap',
  'noCountOverdue',
  'noMargin',
  'purposeProof',
  'otherAuditor',
] as const;
export type ConditionCode = (typeof conditionCodes)[number];
/** What a red one is refused with. */
export const refusalOf: Readonly<Record<ConditionCode, string>> = {
  lineOpen: 'lineNotOpen',
  limitLeft: 'overLimit',
  ltvAfter: 'ltvOver',
  noAlarm: 'alarmOpen',
  noGap: 'alarmOpen',
  noCountOverdue: 'countOverdue',
  noMargin: 'marginOpen',
  purposeProof: 'proofMissing',
  otherAuditor: 'samePerson',
};
export const conditionSchema = z.object({
  code: z.enum(conditionCodes),
  ok: z.boolean(),
  /** What was found: a sum in cents, a percentage, a number of alarms. */
  args: z.record(z.string(), z.union([z.string(), z.number()])),
  fixPath: z.string().nullable(),
});
export type Condition = z.infer<typeof conditionSchema>;
