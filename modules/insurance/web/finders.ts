import { FileProtectOutlined } from '@ant-design/icons';
import { call } from '#kit/web/api/client.ts';
import { type Found, registerFinder } from '#kit/web/finders.ts';

/** A policy, a certificate's holder or an insured animal, by whatever is known of it. */
export function registerFinders(): void {
  registerFinder({
    key: 'policy',
    label: 'insurance.finder.policy',
    icon: FileProtectOutlined,
    permission: 'ins:warranty:search',
    page: '/insuranceMgt/warrantySearch',
    wants: (words) => words.length >= 2,
    find: async (words) => {
      const { searchWarranty } = await import('#modules/insurance/contract/policy/policy-calls.ts');
      const { holders, policies, animals, claims } = await call(searchWarranty, {
        query: { name: words } as never,
        quiet: true,
      });
      const few = (hits: typeof policies, noun: string) =>
        hits.slice(0, 3).map(
          (hit): Found => ({
            key: `${noun} ${hit.id}`,
            name: `${hit.title.text} · ${hit.note}`,
            path: hit.path,
            label: `insurance.${noun}._title`,
          }),
        );
      return [
        ...few(policies, 'insPolicy'),
        ...few(claims, 'insClaim'),
        ...few(animals, 'insPolicyAnimal'),
        ...few(holders, 'insPolicyParty'),
      ];
    },
  });
}
