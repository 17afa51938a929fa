export const sites = { resources: [], endpoints: [], reports: [] };
