import { totalLimit } from '#kit/contract/envelope.ts';
import type { ScreenRow, Snapshot } from '#modules/prevention/contract/screens/screen.ts';
import type { Drill, Proof, Read } from '#modules/prevention/contract/screens/screen-drill.ts';
import { rowDrill, valueDrill } from '#modules/prevention/contract/screens/screen-figures.ts';

interface Answer {
  readonly code: number;
  readonly msg?: string | undefined;
  readonly data: unknown;
  readonly total?: number | undefined;
}
/** Whoever looks: what may not be opened answers 403. */
export interface Looker {
  get(path: string): Promise<Answer>;
}

type Told = number | string | null;
/** Nothing where the reader may not open the list, or where it counts no further. */
type Proved = Told | undefined;

const at = (data: unknown, path: string): unknown =>
  path === ''
    ? data
    : path.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | null)?.[name], data);

/** Keys with dots in them are asked for before paths. */
const fieldOf = (row: Record<string, unknown>, path: string) => Number(row[path] ?? at(row, path) ?? 0);

function readOf(data: unknown, read: Read): Told {
  if (typeof read === 'string') return (at(data, read) ?? null) as Told;
  const found = at(data, read.rows) ?? [];
  const rows = (Array.isArray(found) ? found : [found]) as Record<string, unknown>[];
  const own = rows.filter(
    (row) =>
      Object.entries(read.where ?? {}).every(([name, wanted]) =>
        (Array.isArray(wanted) ? wanted : [wanted]).includes(row[name] as string),
      ) &&
      Object.entries(read.between ?? {}).every(
        ([name, [from, to]]) => (row[name] as string) >= (from as string) && (row[name] as string) <= (to as string),
      ),
  );
  if (read.sum === 'rows') return own.length;
  const { sum, minus = [] } = read;
  // What nobody knows is not nothing.
  const [only, ...others] = sum;
  if (only && others.length === 0 && own.length > 0 && own.every((row) => at(row, only) === null)) return null;
  return own.reduce(
    (all, row) =>
      all + sum.reduce((n, name) => n + fieldOf(row, name), 0) - minus.reduce((n, name) => n + fieldOf(row, name), 0),
    0,
  );
}

const cents = (n: number) => Math.round(n * 100) / 100;
const words = (query: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();

/** One who looks behind figures; whatever was asked once is not asked again. */
export class Prover {
  readonly #who: Looker;
  readonly #asked = new Map<string, Promise<Answer>>();

  constructor(who: Looker) {
    this.#who = who;
  }

  #get(path: string): Promise<Answer> {
    const known = this.#asked.get(path) ?? this.#who.get(path);
    this.#asked.set(path, known);
    return known;
  }

  async #opened(path: string): Promise<Answer | null> {
    const answer = await this.#get(path);
    if (answer.code === 403) return null;
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer;
  }

  async #listed(proof: Extract<Proof, { list: string }>): Promise<Proved> {
    let [sum, pageNum] = [0, 1];
    for (;;) {
      const answer = await this.#opened(`${proof.list}?${words({ ...proof.query, pageNum, pageSize: 200 })}`);
      if (!answer) return undefined;
      const rows = answer.data as Record<string, unknown>[];
      if (proof.sum === 'rows') {
        const total = answer.total ?? rows.length;
        return total > totalLimit ? undefined : total;
      }
      sum += readOf(rows, { rows: '', sum: proof.sum, ...(proof.minus && { minus: proof.minus }) }) as number;
      if (rows.length < 200) return cents(sum);
      pageNum += 1;
    }
  }

  async proved(proof: Proof): Promise<Proved> {
    if ('list' in proof) return this.#listed(proof);
    if ('stat' in proof) {
      const asked = words(proof.query);
      const answer = await this.#opened(asked ? `${proof.stat}?${asked}` : proof.stat);
      if (!answer) return undefined;
      const told = readOf(answer.data, proof.read);
      return typeof told === 'number' ? told / (proof.scale ?? 1) : told;
    }
    const [part, whole] = [await this.proved(proof.part), await this.proved(proof.whole)];
    if (part === undefined || whole === undefined) return undefined;
    return part === null || whole === null || Number(whole) === 0
      ? null
      : (Number(part) / Number(whole)) * (proof.scale ?? 1);
  }
}

export interface Shown {
  /** `K imm.today`, `R1.coverage`, `150521000000 stock.total`. */
  readonly name: string;
  /** Without the row or the part it stands in. */
  readonly kind: string;
  readonly value: Told;
  readonly drill: Drill | null;
}

/** What stands in rows and is no figure: keys, places, bounds. */
const plain =
  /(^|\.)(id|code|regionCode|materialId|level|longitude|latitude|photo|file|season|from|to|band|infectedKm|path)$/;

function leaves(node: unknown, path: string): [string, number | null][] {
  if (typeof node === 'number' || node === null) return [[path, node]];
  if (typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
}

/** Every figure a snapshot shows: of the place, of its parts, and in the rows of its panels. */
export function figuresIn(seen: Snapshot, today: string): Shown[] {
  const values = Object.entries(seen.values).map(([code, value]) => ({
    name: code,
    kind: code,
    value,
    drill: valueDrill(seen, today, code),
  }));
  const parts = seen.region.children.flatMap((part) =>
    Object.entries(part.values).map(([code, value]) => ({
      name: `${part.name} ${code}`,
      kind: code,
      value,
      drill: valueDrill(seen, today, code, part.code),
    })),
  );
  const rows = Object.entries(seen.rows).flatMap(([panel, list]) =>
    list.flatMap((row: ScreenRow, index) =>
      [...leaves(row, ''), ...('forecast' in row ? [['forecast', row.forecast as string] as const] : [])]
        // A word that is not known is no figure that is not known.
        .filter(([field, value]) => !plain.test(field) && (value !== null || rowDrill(seen, today, panel, row, field)))
        .map(([field, value]) => ({
          name: `${panel}[${index}].${field}`,
          kind: `${panel}.${field.replace(/\.\d+$/, '')}`,
          value,
          drill: rowDrill(seen, today, panel, row, field),
        })),
    ),
  );
  return [...values, ...parts, ...rows];
}

/** Shares are told to a tenth of a percent, heads to a tenth by some statistics. */
const near = 0.0011;
export const agrees = (shown: Told, list: Told): boolean => {
  if (typeof shown !== 'number' || typeof list !== 'number') return shown === list;
  return (
    Math.abs(shown - list) < near || (!Number.isInteger(list) && Math.abs(shown - list) <= 0.0501 && Math.abs(list) > 1)
  );
};
