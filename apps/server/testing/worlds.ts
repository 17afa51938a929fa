import { readCells } from '#db/cells-file.ts';
import { givenCells } from './given-cells.ts';
import { openWorld, type World } from './world.ts';

/** The world of a suite, in one database or divided between cells. */
export interface Worlds {
  /** Where somebody's rows lie. */
  of(username: string): Promise<World>;
  readonly all: readonly World[];
  close(): Promise<void>;
}

/** A copy of the demo world, unless cells are given: then theirs, by way of the gate alone. */
export async function openWorlds(): Promise<Worlds> {
  const given = givenCells();
  const all: World[] = [];
  if (!given) all.push(await openWorld());
  else
    for (const { settings } of readCells())
      all.push(
        await openWorld({
          cell: { settings, gate: given.gate },
          files: { driver: 'disk', folder: given.filesFolder },
        }),
      );
  return {
    all,
    of: async (username) => {
      for (const world of all) {
        const rows = await world.sql('select 1 from platform.sys_user where username = $1', [username]);
        if (rows.length > 0) return world;
      }
      throw new Error(`nobody is called ${username}`);
    },
    close: async () => {
      for (const world of all) await world.close();
    },
  };
}
