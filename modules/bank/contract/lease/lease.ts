export const leases = { resources: [], endpoints: [], reports: [] };
