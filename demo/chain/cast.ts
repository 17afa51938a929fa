import type { Tx } from '#kit/server/db/database.ts';
import { as, shiftDay } from '../herds.ts';
import type { DemoWorld } from '../part.ts';

/** The one animal whose life goes through every module; `docs/guide/demo.md` tells of it by this number. */
export const chainTag = '215052100009018';
export const damTag = '215052100000901';
/** The bag it was tagged from: older than what the county's later orders begin with. */
export const bag = { from: 215_052_100_009_001, to: 215_052_100_009_100 } as const;

/** Days from the day of the world, in the order in which they happened. */
export const days = {
  ordered: -700,
  served: -733,
  checked: -672,
  born: -450,
  tagged: -440,
  firstShot: -360,
  moved: -275,
  weighedIn: -270,
  insured: -265,
  secondShot: -225,
  weighedYoung: -160,
  drugOrdered: -123,
  ill: -121,
  weighedWell: -90,
  weighedReady: -30,
  slaughtered: -8,
  cut: -7,
  packed: -6,
  settled: -4,
} as const;

export const kg = { birth: 38, weighedIn: 196, weighedYoung: 308, weighedWell: 392, weighedReady: 486, carcass: 282 };

export interface Person {
  readonly userId: number;
  readonly staffId: number;
  readonly name: string;
  readonly unitId: number;
}

/** Where a step of the story is written, and by whom. */
export class Life {
  readonly tx: Tx;
  readonly world: DemoWorld;

  constructor(tx: Tx, world: DemoWorld) {
    this.tx = tx;
    this.world = world;
  }

  on(day: number): string {
    return shiftDay(this.world.today, day);
  }

  at(day: number, hour = 9): string {
    return `${this.on(day)}T${String(hour).padStart(2, '0')}:00:00+08:00`;
  }

  unit(key: string): number {
    const id = this.world.units.get(key);
    if (!id) throw new Error(`the chain lacks ${key}`);
    return id;
  }

  async person(username: string): Promise<Person> {
    const [row] = await this.tx.query<Person>(
      `select u.id as "userId", s.id as "staffId", coalesce(s.name, u.real_name) as name,
         coalesce(s.principal_id, u.principal_id) as "unitId"
       from platform.sys_user u left join registry.staff s on s.user_id = u.id and s.status = 'active'
       where u.tenant_no = $1 and u.username = $2 order by s.id limit 1`,
      [this.tx.scope.tenantNo, username],
    );
    if (!row) throw new Error(`the chain lacks ${username}`);
    return row;
  }

  as({ userId }: Pick<Person, 'userId'>): Tx {
    return as(this.tx, userId);
  }

  async regionOf(principalId: number): Promise<number> {
    const [row] = await this.tx.query<{ region: number }>(
      'select region_code as region from registry.principal where id = $1',
      [principalId],
    );
    return row?.region ?? 0;
  }
}

export interface Animal {
  readonly id: number;
  readonly earTag: string;
}
export async function animalOf(tx: Tx, earTag: string): Promise<Animal> {
  const [row] = await tx.query<Animal>(
    'select id, ear_tag as "earTag" from registry.animal where tenant_no = $1 and ear_tag = $2',
    [tx.scope.tenantNo, earTag],
  );
  if (!row) throw new Error(`${earTag} is not there`);
  return row;
}
