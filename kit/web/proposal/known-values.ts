import type { Field } from '#kit/contract/field.ts';
import type { Row, Values } from '#kit/web/resource/resource-calls.ts';
import { dayFromNow } from '#kit/web/ui/times.ts';

/** Words and papers belong to the step they were written for; personal values come masked. */
const ofOneStep = new Set<Field['kind']>(['longText', 'files', 'lines', 'json', 'pii']);

/** What the rows agree on; undefined where they differ or say nothing. */
function agreed(rows: readonly Row[], name: string): unknown {
  const [first, ...others] = rows.map((row) => row[name] ?? undefined);
  return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;
}

/** What a step's form asks for and is known already: what the rows say under the same name, and today for a required day. */
export function knownValues(fields: Readonly<Record<string, Field>>, rows: readonly Row[]): Values {
  const today = dayFromNow();
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const known = ofOneStep.has(field.kind) ? undefined : agreed(rows, name);
      const isOver = field.ahead === true && typeof known === 'string' && known < today;
      if (known !== undefined && !isOver) return [[name, known]];
      return field.kind === 'date' && !field.optional && !field.ahead ? [[name, today]] : [];
    }),
  );
}
