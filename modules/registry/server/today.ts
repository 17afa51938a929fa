/** The day it is in China, where every day of the registry is counted. */
export const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
