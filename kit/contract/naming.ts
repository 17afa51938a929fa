/** `sysDictData` → `sys_dict_data`: one noun has one base name on every side and in SQL. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Where the text stands that many nouns share, for a label its noun does not give: `a.b.createdAt` is `kit.common.createdAt`. */
export const commonKey = (key: string): string => `kit.common.${/^\w+\.\w+\.(\w+)$/.exec(key)?.[1] ?? ''}`;
