import { useEffect, useRef, useState } from 'react';
import { type Field, filterOf, type Lines } from '#kit/contract/field.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { cellsOf, findRef, type Line, readCell } from './line-values.ts';

interface Input {
  readonly id: string;
  readonly field: Field;
  readonly value: readonly Line[];
  /** Values of the head, which references of a line may depend on. */
  readonly head: Line;
  onChange(lines: Line[]): void;
}

/** What can be done to the lines of a document: typing, pasting, scanning, taking away, moving from cell to cell. */
export function useLines({ id, field, value, head, onChange }: Input) {
  const t = useT();
  const spec = field.lines as Lines;
  const columns = Object.keys(spec.fields);
  const typed = columns.filter((column) => !spec.fields[column]?.derived);
  const most = field.max ?? 200;
  const latest = useRef(value);
  latest.current = value;
  const change = (next: readonly Line[]) => {
    latest.current = next.slice(0, most);
    onChange([...latest.current]);
  };
  const whereOf = (column: string, line: Line) => {
    const { where } = spec.fields[column] as Field;
    const filter = where && filterOf(where, { ...head, ...line });
    return filter ? new URLSearchParams(filter).toString() : '';
  };

  const [goTo, setGoTo] = useState<{ readonly at: number; readonly column: string } | null>(null);
  useEffect(() => {
    if (goTo) document.getElementById(`${id}-${goTo.at}-${goTo.column}`)?.focus();
  }, [goTo, id]);

  return {
    spec,
    columns,
    typed,
    isFull: value.length >= most,
    whereOf,
    /** Beyond the last line a new one begins. A choice that depended on the changed one is cleared. */
    set(at: number, column: string, next: unknown) {
      const dependent = typed.filter((one) =>
        Object.values(spec.fields[one]?.where ?? {}).some((w) => typeof w === 'object' && w.from === column),
      );
      const line = {
        ...latest.current[at],
        ...Object.fromEntries(dependent.map((one) => [one, null])),
        [column]: next,
      };
      change(latest.current.toSpliced(at, 1, line));
    },
    remove: (at: number) => change(latest.current.toSpliced(at, 1)),
    /** Enter: the next cell, or the first one of the next line. */
    next(at: number, column: string) {
      const index = typed.indexOf(column) + 1;
      if (index < typed.length) setGoTo({ at, column: typed[index] as string });
      else setGoTo({ at: Math.min(at + 1, value.length), column: typed[0] as string });
    },
    async paste(at: number, column: string, text: string) {
      const first = typed.indexOf(column);
      const next = [...latest.current];
      let failed = 0;
      for (const [row, cells] of cellsOf(text).entries()) {
        const line: Record<string, unknown> = { ...next[at + row] };
        for (const [offset, cell] of cells.entries()) {
          const name = typed[first + offset];
          if (!name) break;
          const read = await readCell(spec.fields[name] as Field, cell, whereOf(name, line));
          if (read === undefined) failed += 1;
          line[name] = read ?? null;
        }
        next[at + row] = line;
      }
      change(next);
      if (next.length > most) notify('warning', t('document.tooMany', { n: most }));
      if (failed > 0) notify('warning', t('document.unread', { n: failed }));
    },
    /** Adds a line for what was scanned, or counts it once more; answers what to say, and whether it was found. */
    async scan(text: string): Promise<{ readonly ok: boolean; readonly text: string }> {
      const { find, count } = spec.scan ?? { find: typed[0] as string };
      const one = spec.fields[find] as Field;
      const found = one.kind === 'ref' ? await findRef(one, text, whereOf(find, {})) : { id: text, name: text };
      if (!found) return { ok: false, text: t('document.notFound', { text }) };
      const at = latest.current.findIndex((line) => line[find] === found.id);
      const old = latest.current[at];
      if (old && !count) return { ok: false, text: t('document.already', { name: found.name, n: at + 1 }) };
      if (!old && latest.current.length >= most) return { ok: false, text: t('document.tooMany', { n: most }) };
      const n = Number((count && old?.[count]) ?? 0) + 1;
      const line = { ...old, [find]: found.id, ...(count && { [count]: n }) };
      change(old ? latest.current.toSpliced(at, 1, line) : [...latest.current, line]);
      return { ok: true, text: t('document.scanned', { name: found.name, n: count ? n : 1 }) };
    },
  };
}

export type LinesModel = ReturnType<typeof useLines>;
