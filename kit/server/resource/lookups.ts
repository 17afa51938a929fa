import type { Language } from '#kit/contract/envelope.ts';

/** Names of codes, answered from memory: a page of rows costs no further query. Modules that own the codes provide them at start. */
export interface Lookups {
  /** Label of a value; null when the type or value is unknown. */
  dictLabel(dictCode: string, value: string, tenantNo: number, language: Language): string | null;
  /** Is the value one a user may choose? */
  dictHas(dictCode: string, value: string, tenantNo: number): boolean;
  /** The value a label or value stands for, in any language; what people write in a spreadsheet. */
  dictValue(dictCode: string, text: string, tenantNo: number): string | null;
  /** Labels a user may choose from. */
  dictLabels(dictCode: string, tenantNo: number, language: Language): string[];
  /** The region a full name stands for, if exactly one does; the tenant's own before others. */
  regionCode(name: string, tenantNo: number): number | null;
  /** Regions directly below one, in their order. */
  regionsBelow(
    code: number,
  ): readonly { readonly code: number; readonly name: string; readonly hasChildren: boolean }[];
  /** The region of a tenant; null for one that has none. */
  rootRegion(tenantNo: number): number | null;
  /** A region's name with its ancestors below the prefecture, widest first. */
  regionName(code: number, language: Language): string | null;
}

let provided: Lookups | null = null;

export function provideLookups(lookups: Lookups): void {
  provided = lookups;
}

export function lookups(): Lookups {
  if (!provided) throw new Error('no lookups provided');
  return provided;
}
