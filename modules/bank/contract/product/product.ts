export const products = { resources: [], endpoints: [], reports: [] };
