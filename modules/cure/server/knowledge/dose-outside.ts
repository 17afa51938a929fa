import { dosePattern } from '#modules/cure/contract/knowledge/dose.ts';

/** R77: a dose in text that everybody reads. */
export const doseOutsideSql = (column: string): string => `(${column} ~* '${dosePattern}')`;
