/** What the month report says of each material, in the order people add it up. */
export const monthColumns = ['opening', 'bought', 'arrived', 'used', 'sent', 'lost', 'adjusted', 'closing'] as const;
