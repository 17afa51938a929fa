/** `sysDictData` → `sys_dict_data`: one noun has one base name on every side and in SQL. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `sysDictData` → `sys-dict-data`, the noun's file name. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
