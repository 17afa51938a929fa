/** `sysDictData` → `sys_dict_data`: one noun has one base name on every side and in SQL. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
