export const watches = { resources: [], endpoints: [], reports: [] };
