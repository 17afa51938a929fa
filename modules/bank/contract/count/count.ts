export const counts = { resources: [], endpoints: [], reports: [] };
