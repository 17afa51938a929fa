export const patrols = { resources: [], endpoints: [], reports: [] };
