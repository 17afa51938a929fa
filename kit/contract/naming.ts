/** `sysDictData` → `sys_dict_data`: one noun has one base name on every side and in SQL. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Where a field that many nouns have finds its label if its own noun gives none: `alpha.thing.remark` → `label.remark`. */
export const commonLabelKey = (key: string): string => `label.${key.slice(key.lastIndexOf('.') + 1)}`;
