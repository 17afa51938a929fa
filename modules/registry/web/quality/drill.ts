import type { QualityMeasure } from '#modules/registry/contract/quality/quality.ts';

export type Drill = QualityMeasure | 'incomplete' | 'holders';

const units = 'status=active&principalUnitType=household,farm,cooperative';
const lists: Readonly<Record<Drill, (oldBefore: string) => string>> = {
  holders: () => `/pri/principal/info?${units}`,
  incomplete: () => `/pri/principal/info?${units}&completenessTo=79`,
  noLocation: () => `/pri/principal/info?${units}&hasLocation=false`,
  noPhone: () => `/pri/principal/info?${units}&hasPhone=false`,
  noCard: () => `/pri/principal/info?${units}&hasIdCard=false`,
  scaleDiffers: () => `/pri/principal/info?${units}&scaleDiffers=true`,
  countGap: () => `/pri/principal/info?${units}&countGap=true`,
  lateTagged: () => '/pri/animal/info?status=inStock&lateTagged=true',
  oldAnimals: (oldBefore) => `/pri/animal/info?status=inStock&birthDateTo=${oldBefore}`,
  pensOver: () => '/pri/enclosure?fill=over',
  duplicates: () => '/pri/duplicate?status=open,requested',
};

/** The list behind a figure: exactly the rows it counted. */
export const drillTo = (name: Drill, regionCode: number, oldBefore: string): string =>
  `${lists[name](oldBefore)}&regionCode=${regionCode}`;
