import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Module } from '#kit/contract/module.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import type { DemoAccount, PrintedAccount } from './accounts.ts';
import type { DemoPrincipal } from './principals.ts';
import type { Random } from './random.ts';
import type { DemoSize } from './sizes.ts';
import type { Turns } from './turns.ts';

/** What a part of the demo works with. Unless another tenant is named, everything is about tenant 1505. */
export interface DemoWorld {
  readonly database: Database;
  readonly size: DemoSize;
  readonly today: string;
  /** Pictures and packages are stored only where there is a file store. */
  readonly hasFiles: boolean;
  readonly turns: Turns;
  /** Updates the planner's statistics of whole schemas. */
  analyse(...schemas: readonly string[]): Promise<void>;
  /** Same seed and same salt: same sequence. A part takes salts that no other part uses. */
  random(salt: number): Random;
  /** The one sequence that the first parts share; parts of new modules use `random`. */
  readonly shared: Random;
  /** Ids of the tenant's organisations by key. */
  readonly units: ReadonlyMap<string, number>;
  addUnits(tx: Tx, units: readonly DemoPrincipal[], random: Random): Promise<void>;
  /** Saves accounts of any tenant (that of the transaction) and lists them on the login page. */
  addAccounts(
    tx: Tx,
    accounts: readonly DemoAccount[],
    principals?: ReadonlyMap<string, number>,
  ): Promise<PrintedAccount[]>;
  /** Lists accounts that were saved by other means. */
  listAccounts(accounts: readonly PrintedAccount[]): void;
  readonly accounts: readonly PrintedAccount[];
  /** Work that only reads: the following parts do not wait for it, the end of the load does. */
  meanwhile(work: Promise<unknown>): void;
}

export interface DemoPart {
  /** Unique, `<module>/<what>`. */
  readonly name: string;
  /** Parts that come before; without it, all parts of the modules its module needs. A module's parts keep their order. */
  readonly after?: readonly string[];
  /** Comes after everything that is not closing: logs, neighbours, figures over the whole world. */
  readonly closing?: boolean;
  run(world: DemoWorld): Promise<void>;
}

/** `demo/<module>/index.ts` exports one as `demo`; the loader finds it there. */
export interface ModuleDemo {
  readonly module: string;
  /** Told across all modules and belonging to none: its parts come after everybody's. */
  readonly across?: boolean;
  /** Tables with document numbers, and the column with the day of the document: numbers are given by that day. */
  readonly papers?: Readonly<Record<string, string>>;
  /** Partitions by month to make before loading. */
  readonly months?: readonly { table: string; daysBack: number; months: number }[];
  /** Partitions by day to make before loading. */
  readonly days?: readonly { table: string; daysBack: Readonly<Record<DemoSize, number>> }[];
  readonly parts: readonly DemoPart[];
}

export async function findDemos(): Promise<ModuleDemo[]> {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const found: ModuleDemo[] = [];
  for (const name of folders) {
    const { demo } = (await import(join(import.meta.dirname, name, 'index.ts'))) as { demo: ModuleDemo };
    if (demo.module !== name) throw new Error(`demo/${name} says it belongs to ${demo.module}`);
    found.push(demo);
  }
  return found;
}

/** One order for every load: what a part names in `after` comes first; otherwise modules in order of need, parts as listed. */
export function inLoadingOrder(demos: readonly ModuleDemo[], modules: readonly Module[]): DemoPart[] {
  const rank = (demo: ModuleDemo) =>
    demo.across ? modules.length : modules.findIndex((one) => one.name === demo.module);
  const unknown = demos.find((demo) => rank(demo) < 0);
  if (unknown) throw new Error(`demo/${unknown.module} belongs to no module`);
  const all = demos
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((demo) => demo.parts.map((part, at) => ({ part, demo, before: demo.parts.slice(0, at) })));
  const names = new Set(all.map(({ part }) => part.name));
  if (names.size < all.length) throw new Error('two parts of the demo have the same name');
  const opening = all.filter(({ part }) => !part.closing).map(({ part }) => part.name);
  const waiting = all.map(({ part, demo, before }) => {
    const needs = modules.find((one) => one.name === demo.module)?.needs ?? [];
    const usual = demos
      .filter((one) => (demo.across ? !one.across : needs.includes(one.module)))
      .flatMap((one) => one.parts.filter(({ closing }) => !closing).map(({ name }) => name));
    const after = [
      ...(part.after ?? usual),
      ...before.filter((one) => !one.closing || part.closing).map(({ name }) => name),
      ...(part.closing ? opening : []),
    ];
    const missing = after.find((name) => !names.has(name));
    if (missing) throw new Error(`${part.name} comes after ${missing}, which the demo does not have`);
    return { part, after };
  });
  const ordered: DemoPart[] = [];
  const done = new Set<string>();
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ after }) => after.every((name) => done.has(name)));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) throw new Error(`parts wait for each other: ${waiting.map(({ part }) => part.name).join(', ')}`);
    ordered.push(next.part);
    done.add(next.part.name);
  }
  return ordered;
}
