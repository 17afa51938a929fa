import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Person, World } from '#apps/server/testing/world.ts';
import { declaration, fitAnimals, hours, officialNo, tonight } from './fixtures.ts';

export interface Planned {
  readonly id: number;
  readonly certificateId: number;
  readonly animals: { readonly id: number; readonly tag: string }[];
}

/** Animals on their way from `farm1`: declared, inspected, certified, loaded and taken over, each by whom it is for. */
export function mover(world: World, { farm, vet }: { readonly farm: Person; readonly vet: Person }) {
  const versionOf = async (table: string, id: number) =>
    (await world.sql<{ version: number }>(`select version from traceability.${table} where id = $1`, [id]))[0]?.version;

  /** A movement that waits to leave. */
  async function planned(n: number, more: object = {}, chosen?: Planned['animals']): Promise<Planned> {
    const animals = chosen ?? (await fitAnimals(world, 'farm1', n));
    const saved = await farm.post('trace/quarantine/add', await declaration(world, 'farm1', animals, more));
    const { id } = saved.data as { id: number };
    for (const [who, name, form] of [
      [farm, 'submit', {}],
      [vet, 'accept', { inspectAt: hours(1), inspectPlace: '场区' }],
      [vet, 'inspect', { temperatureFrom: 38, temperatureTo: 39, disinfected: true }],
      [vet, 'issue', { officialNo: officialNo(), validUntil: tonight(), vetWord: '已核对' }],
    ] as const) {
      const done = await who.post('trace/quarantine/transition', {
        id,
        version: await versionOf('quarantine_declaration', id),
        name,
        form,
      });
      expect(done.code, `${name}: ${done.msg} ${JSON.stringify(done.data)}`).toBe(200);
    }
    const [row] = await world.sql<{ id: number; certificateId: number }>(
      `select m.id::int as id, m.certificate_id::int as "certificateId" from traceability.movement m
       join traceability.quarantine_certificate c on c.id = m.certificate_id where c.declaration_id = $1`,
      [id],
    );
    if (!row) throw new Error('no movement');
    return { ...row, animals };
  }
  const depart = async (who: Person, id: number, loaded: number) =>
    who.post('trace/movement/transition', {
      id,
      version: await versionOf('movement', id),
      name: 'depart',
      form: { loaded },
    });
  const arrive = (who: Person, id: number, tags: readonly string[], more: object = {}) =>
    who.post('trace/movement/arrive', {
      id,
      requestId: randomUUID(),
      lines: tags.map((tag) => ({ tag, result: 'arrived' })),
      ...more,
    });
  return { versionOf, planned, depart, arrive };
}
