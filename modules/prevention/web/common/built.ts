import { useSession } from '#kit/web/shell-context.ts';

const permissions: Readonly<Record<string, string>> = {
  '/ant/animalProtection/animalDetail': 'ant:animal:detail',
  '/ant/animalProtection/household': 'ant:household:list',
  '/ant/animalProtection/householdDetail': 'ant:household:detail',
  '/ant/animalProtection/liveCount': 'ant:stock:list',
  '/ant/animalProtection/management': 'ant:animal:list',
  '/ant/collection/sampleList': 'ant:sample:list',
  '/ant/person/prevention': 'ant:staff:list',
  '/ant/preventionMange/immuneVisit': 'ant:visit:add',
  '/ant/preventionMange/stressRelatedDeaths': 'ant:stress:list',
  '/ant/search/animalDetail': 'ant:home:search',
  '/ant/preventionMange/visitDetail': 'ant:visit:list',
  '/ant/animalProtection/hangTag': 'ant:tagWear:list',
  '/ant/censusManage/herds': 'ant:census:list',
  '/ant/collection/sampleResult': 'ant:lab:list',
  '/ant/collection/sampledLog': 'ant:sample:list',
  '/ant/person/breedStats': 'ant:staff:stat',
  '/ant/person/epidemicQuarter': 'ant:work:quarter',
  '/ant/person/preventionWork': 'ant:work:list',
  '/ant/preventionMange/household': 'ant:plan:list',
  '/ant/preventionMange/logs': 'ant:visit:list',
  '/ant/preventionMange/routineLogs': 'ant:visit:list',
  '/ant/staff/examine': 'ant:staff:list',
  '/pri/ledger': 'pri:ledger:list',
};

let built: ReadonlySet<string> = new Set();
/** Told by `pages.ts`, which knows all screens and is imported by none of them. */
export const setBuilt = (paths: readonly string[]): void => {
  built = new Set(paths);
};

/** Is there such a screen, and may the user open it? No button leads nowhere. */
export function useBuilt(): (path: string) => boolean {
  const { actions } = useSession();
  return (path) => built.has(path) && actions.has(permissions[path] ?? '');
}
