import { useState } from 'react';
import { useSession } from '#kit/web/shell-context.ts';

export type Density = 'small' | 'medium' | 'large';
export type Fix = 'start' | 'end';

/** Which columns stand where, as it can be kept and put back. */
export interface ColumnLayout {
  order?: string[] | undefined;
  hidden?: string[] | undefined;
  fixed?: Record<string, Fix | null> | undefined;
}

interface Stored extends Readonly<ColumnLayout> {
  readonly density?: Density;
}

export interface ColumnPref {
  readonly name: string;
  readonly isShown: boolean;
  readonly fix: Fix | null;
}

export type ListPrefs = ReturnType<typeof useListPrefs>;

/** How a user likes a list: columns shown, their order and fixing, density. Kept per user in this browser, under the list's name. */
export function useListPrefs(list: string, declared: readonly string[]) {
  const { user } = useSession();
  const key = `list:${user.userId}:${list}`;
  const [stored, setStored] = useState<Stored>(() => read(key));
  const write = (next: Stored) => {
    setStored(next);
    localStorage.setItem(key, JSON.stringify(next));
  };

  // Columns declared since the choice was made stand at the end, those gone are forgotten.
  const kept = (stored.order ?? []).filter((name) => declared.includes(name));
  const order = [...kept, ...declared.filter((name) => !kept.includes(name))];
  const columns: readonly ColumnPref[] = order.map((name, index) => ({
    name,
    isShown: !stored.hidden?.includes(name),
    fix: stored.fixed?.[name] !== undefined ? stored.fixed[name] : index === 0 ? ('start' as const) : null,
  }));
  return {
    columns,
    density: stored.density ?? ('medium' as Density),
    show: (name: string, isShown: boolean) => {
      const rest = (stored.hidden ?? []).filter((one) => one !== name);
      write({ ...stored, hidden: isShown ? rest : [...rest, name] });
    },
    fix: (name: string, fix: Fix | null) => write({ ...stored, fixed: { ...stored.fixed, [name]: fix } }),
    /** Puts a column where another one stands. */
    move: (name: string, to: number) => {
      const rest = order.filter((one) => one !== name);
      rest.splice(Math.max(0, to), 0, name);
      write({ ...stored, order: rest });
    },
    setDensity: (density: Density) => write({ ...stored, density }),
    layout: { order: stored.order, hidden: stored.hidden, fixed: stored.fixed } as ColumnLayout,
    arrange: (layout: ColumnLayout) =>
      write({ ...stored, order: undefined, hidden: undefined, fixed: undefined, ...layout }),
    reset: () => {
      setStored({});
      localStorage.removeItem(key);
    },
  };
}

function read(key: string): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
