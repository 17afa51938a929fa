/** How many letters must change to make one word of the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, found] of [...other].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === found ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The names somebody may have meant, nearest first; none where nothing comes near. */
export function nearest(text: string, names: Iterable<string>, most = 3): string[] {
  const far = Math.max(1, Math.floor(text.length / 2));
  return [...new Set(names)]
    .map((name) => ({ name, by: name.includes(text) || text.includes(name) ? 0.5 : distance(text, name) }))
    .filter(({ by }) => by <= far)
    .sort((a, b) => a.by - b.by || a.name.length - b.name.length)
    .slice(0, most)
    .map(({ name }) => name);
}
