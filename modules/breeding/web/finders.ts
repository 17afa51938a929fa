import { DeploymentUnitOutlined, FileDoneOutlined } from '@ant-design/icons';
import type { AnyResource } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { type Found, registerFinder } from '#kit/web/finders.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';

async function rowsOf(resource: AnyResource, keyword: string): Promise<Record<string, unknown>[]> {
  const { data } = await callEnvelope(callOf(resource, 'list'), {
    query: { keyword, pageSize: '5' },
    quiet: true,
  } as never);
  return data as Record<string, unknown>[];
}

/** A bull by its code or name, a service by its number. */
export function registerFinders(): void {
  registerFinder({
    key: 'sire',
    label: 'breeding.seedAnimal._title',
    icon: DeploymentUnitOutlined,
    permission: 'breed:sire:list',
    page: '/ant/breed/seedAnimalDetail',
    wants: (words) => words.length >= 3,
    find: async (words) => {
      const { seedAnimal } = await import('#modules/breeding/contract/sire/seed-animal.ts');
      return (await rowsOf(seedAnimal, words)).map(
        (row): Found => ({
          key: String(row.id),
          name: [row.sireCode, row.name].filter(Boolean).join(' '),
          path: `/ant/breed/seedAnimalDetail?id=${String(row.id)}`,
        }),
      );
    },
  });
  registerFinder({
    key: 'service',
    label: 'breeding.insemination._title',
    icon: FileDoneOutlined,
    permission: 'breed:service:list',
    page: '/ant/breed/breeding',
    wants: (words) => /^BS\d{4,}/i.test(words),
    find: async (words) => {
      const { insemination } = await import('#modules/breeding/contract/record/insemination.ts');
      return (await rowsOf(insemination, words)).map(
        (row): Found => ({
          key: String(row.id),
          name: `${String(row.docNo)} ${String(row.earTag)}`,
          path: `/ant/breed/breeding?docNo=${String(row.docNo)}`,
        }),
      );
    },
  });
}
