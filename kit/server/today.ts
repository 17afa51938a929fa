/** The day it is in China, by which every day of the product is counted. */
export const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
