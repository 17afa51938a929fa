import { DeploymentUnitOutlined, ExperimentOutlined, FileDoneOutlined, TagOutlined } from '@ant-design/icons';
import { named, numbered, registerResourceFinder } from '#kit/web/resource-finder.ts';

/** A bull by its code or name, its straws by lot or mark, a service by its number, a female by her ear tag. */
export function registerFinders(): void {
  registerResourceFinder({
    key: 'sire',
    label: 'breeding.seedAnimal._title',
    icon: DeploymentUnitOutlined,
    permission: 'breed:sire:list',
    page: '/ant/breed/seedAnimalDetail',
    wants: (words) => words.length >= 3,
    resource: () => import('#modules/breeding/contract/sire/seed-animal.ts').then((m) => m.seedAnimal),
    name: ['sireCode', 'name'],
    path: ({ id }) => `/ant/breed/seedAnimalDetail?id=${id}`,
  });
  registerResourceFinder({
    key: 'semenBatch',
    label: 'breeding.semenBatch._title',
    icon: ExperimentOutlined,
    permission: 'breed:semen:list',
    page: '/ant/breed/frozenSemen',
    wants: (words) => words.length >= 3,
    resource: () => import('#modules/breeding/contract/semen/semen-batch.ts').then((m) => m.semenBatch),
    name: ['sireCode', 'lotNo'],
  });
  registerResourceFinder({
    key: 'service',
    label: 'breeding.insemination._title',
    icon: FileDoneOutlined,
    permission: 'breed:service:list',
    page: '/ant/breed/breeding',
    wants: (words) => numbered('BS')(words) || /^\d{15}$/.test(words),
    resource: () => import('#modules/breeding/contract/record/insemination.ts').then((m) => m.insemination),
    name: ['docNo', 'earTag'],
    path: ({ docNo }) => `/ant/breed/breeding?docNo=${String(docNo)}`,
  });
  registerResourceFinder({
    key: 'female',
    label: 'breeding.animal._title',
    icon: TagOutlined,
    permission: 'improve:base:animal',
    page: '/improve/base/animalDetail',
    wants: (words) => /^\d{6,15}$/.test(words),
    resource: () => import('#modules/breeding/contract/base/base.ts').then((m) => m.animal),
    by: 'earTag',
    name: ['earTag', 'principalIdName'],
    path: ({ id }) => `/improve/base/animalDetail?id=${id}`,
  });
  registerResourceFinder({
    key: 'improvedHolder',
    label: 'breeding.holder._title',
    icon: TagOutlined,
    permission: 'improve:base:household',
    page: '/improve/base/householdDetail',
    wants: named,
    resource: () => import('#modules/breeding/contract/base/base.ts').then((m) => m.holder),
    name: ['principalUnitName'],
    path: ({ id }) => `/improve/base/householdDetail?id=${id}`,
  });
}
