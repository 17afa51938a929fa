/** R34: the papers without which a subject of a role is not active. A farm below scale needs none. */
export const licencesOf: Readonly<Record<string, readonly string[]>> = {
  breeding: ['epidemicCondition', 'farmRecord'],
  fattening: ['epidemicCondition', 'farmRecord'],
  slaughter: ['slaughterLicence', 'epidemicCondition'],
  processing: ['businessLicence'],
  coldStore: ['businessLicence'],
  market: ['businessLicence', 'epidemicCondition'],
  trader: ['businessLicence'],
  carrier: ['businessLicence'],
  retailer: ['businessLicence'],
  restaurant: ['businessLicence'],
};

/** Roles by kind of subject; those who work together may have any. */
export const rolesOf: Readonly<Record<string, readonly string[]>> = {
  breeding: ['breeding', 'fattening'],
  business: ['slaughter', 'processing', 'coldStore', 'market', 'trader', 'carrier', 'retailer', 'restaurant'],
  integrated: Object.keys(licencesOf),
};

export const licencesFor = (roles: readonly string[]): string[] => [
  ...new Set(roles.flatMap((role) => licencesOf[role] ?? [])),
];

/** Purposes of a movement, and the roles a receiver has for it. */
export const receiversOf: Readonly<Record<string, readonly string[]>> = {
  fatten: ['fattening', 'breeding'],
  breed: ['breeding'],
  slaughter: ['slaughter'],
  market: ['market', 'trader'],
};
