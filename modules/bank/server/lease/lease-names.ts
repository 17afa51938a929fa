/** A unit's name in a row `t`: parties of a lease know each other by name, whatever they see of the register. */
export const nameOfUnit = (column: string): string => `registry.principal_name(t.${column})`;
