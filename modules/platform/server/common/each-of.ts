/** One after the other; the trouble of one is not the others', and is told at the end. */
export async function eachOf<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      faults.push(error);
    }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} failed: ${faults.map(String).join('; ')}`);
}
