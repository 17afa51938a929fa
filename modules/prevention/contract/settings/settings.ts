/** What a place may set otherwise: the nearest region above that says something wins, else the default. */
export const settingCodes = {
  visitBackDays: { value: 7, min: 0, max: 30, unit: 'day' },
  visitBackDaysLong: { value: 30, min: 0, max: 90, unit: 'day' },
  lateEntryDays: { value: 7, min: 0, max: 60, unit: 'day' },
  makerVoidHours: { value: 72, min: 0, max: 720, unit: 'hour' },
  exemptAlertPct: { value: 5, min: 0, max: 100, unit: 'percent' },
  behindAlertPoints: { value: 20, min: 5, max: 100, unit: 'percent' },
  overspeedCattle: { value: 400, min: 50, max: 5000, unit: 'head' },
  overspeedSheep: { value: 800, min: 50, max: 10_000, unit: 'head' },
  farAwayKm: { value: 3, min: 1, max: 100, unit: 'km' },
  spotCheckEvery: { value: 20, min: 2, max: 1000, unit: 'visit' },
  publicityDays: { value: 5, min: 1, max: 30, unit: 'workDay' },
  batchDeathRate: { value: 5, min: 1, max: 1000, unit: 'perTenThousand' },
  ringInfectedKm: { value: 3, min: 1, max: 50, unit: 'km' },
  ringThreatenedKm: { value: 10, min: 1, max: 200, unit: 'km' },
  densityLine: { value: 90, min: 50, max: 100, unit: 'percent' },
} as const;
export type SettingCode = keyof typeof settingCodes;
