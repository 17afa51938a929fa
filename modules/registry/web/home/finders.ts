import { IdcardOutlined, TagOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { call } from '#kit/web/api/client.ts';
import { registerFinder } from '#kit/web/finders.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { named, registerResourceFinder } from '#kit/web/resource-finder.ts';
import { animalByTag } from '#modules/registry/contract/animal/animal-life.ts';
import { type Principal, principal } from '#modules/registry/contract/principal/principal.ts';

const isPhone = (words: string) => /^1\d{10}$/.test(words);
const isTag = (words: string) => /^\d{4,15}$/.test(words);

/** People by name; principals by name, pinyin, contact or whole phone number; animals by ear tag, whole or its last digits. */
export function registerFinders(): void {
  const open = (id: number) => `/pri/principal/info?open=detail:${id}`;
  registerFinder({
    key: 'principal',
    label: 'registry.finder.principal',
    icon: TeamOutlined,
    permission: 'pri:principal:list',
    page: '/pri/principal/info',
    wants: (words) => words.length > 1 && (isPhone(words) || !isTag(words)),
    find: async (words) => {
      if (!isPhone(words))
        return (await lookups().refOptions('registry.principal', { keyword: words })).map(({ id, name }) => ({
          key: String(id),
          name,
          path: open(id),
        }));
      // Kept encrypted, a number is found whole or not at all.
      const rows = (await call(callOf(principal, 'list'), {
        query: { contactPhone: words, pageSize: '8' },
        quiet: true,
      })) as Principal[];
      return rows.map((row) => ({ key: String(row.id), name: row.principalUnitName, path: open(row.id) }));
    },
  });
  registerFinder({
    key: 'animal',
    label: 'registry.finder.animal',
    icon: TagOutlined,
    permission: 'pri:animal:list',
    page: '/pri/animal/detail',
    wants: isTag,
    find: async (words) => {
      const rows = await call(animalByTag, { query: { tag: words }, quiet: true });
      return rows.map(({ id, earTag, holderName }) => ({
        key: String(id),
        name: [earTag, holderName].filter(Boolean).join(' · '),
        path: `/pri/animal/detail?id=${id}`,
      }));
    },
  });
  registerResourceFinder({
    key: 'staff',
    label: 'registry.staff._title',
    icon: IdcardOutlined,
    permission: 'pri:staff:list',
    page: '/pri/staffInfo',
    wants: named,
    resource: () => import('#modules/registry/contract/people/staff.ts').then((m) => m.staff),
    name: ['name', 'principalIdName'],
  });
  registerResourceFinder({
    key: 'person',
    label: 'registry.person._title',
    icon: UserOutlined,
    permission: 'pri:person:list',
    page: '/pri/person',
    wants: named,
    resource: () => import('#modules/registry/contract/people/person.ts').then((m) => m.person),
    name: ['name', 'regionCodeName'],
  });
}
