import { TagOutlined } from '@ant-design/icons';
import { callEnvelope } from '#kit/web/api/client.ts';
import { type Found, registerFinder } from '#kit/web/finders.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import type { FarmAnimal } from '#modules/farm/contract/herd/farm-animal.ts';

/** R2: an animal by the number the farm painted on it. */
export function registerHerdFinder(): void {
  registerFinder({
    key: 'farmAnimal',
    label: 'farm.farmAnimal._title',
    icon: TagOutlined,
    permission: 'anm:animal:list',
    page: '/anm/animal/detail',
    wants: (words) => words.length >= 3 && words.length < 15,
    find: async (words) => {
      const { farmAnimal } = await import('#modules/farm/contract/herd/farm-animal.ts');
      const query = { keyword: words, status: 'live', pageSize: '5' };
      const { data } = await callEnvelope(callOf(farmAnimal, 'list'), { query, quiet: true } as never);
      return (data as FarmAnimal[]).map(
        (row): Found => ({
          key: String(row.id),
          name: [row.farmNo, row.earTag].filter(Boolean).join(' '),
          path: `/anm/animal/detail?id=${row.animalId}`,
        }),
      );
    },
  });
}
