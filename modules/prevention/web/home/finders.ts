import { AimOutlined, ExperimentOutlined, FileDoneOutlined, WarningOutlined } from '@ant-design/icons';
import { numbered, registerResourceFinder } from '#kit/web/resource-finder.ts';

/** Immunisation visits, investigations and deaths by their numbers; a sample by its barcode. */
export function registerFinders(): void {
  registerResourceFinder({
    key: 'visit',
    label: 'prevention.immunisationVisit._title',
    icon: FileDoneOutlined,
    permission: 'ant:visit:list',
    page: '/ant/preventionMange/visitDetail',
    wants: numbered('IM'),
    resource: () => import('#modules/prevention/contract/visit/visit.ts').then((m) => m.immunisationVisit),
    name: ['docNo', 'principalIdName'],
    path: ({ id }) => `/ant/preventionMange/visitDetail?id=${id}`,
  });
  registerResourceFinder({
    key: 'investigation',
    label: 'prevention.investigationAction._title',
    icon: AimOutlined,
    permission: 'ant:investigation:list',
    page: '/ant/investigation/actionDetail',
    wants: numbered('IV'),
    resource: () => import('#modules/prevention/contract/outbreak/investigation.ts').then((m) => m.investigationAction),
    name: ['docNo', 'name'],
    path: ({ id }) => `/ant/investigation/actionDetail?id=${id}`,
  });
  registerResourceFinder({
    key: 'stressCase',
    label: 'prevention.stressCase._title',
    icon: WarningOutlined,
    permission: 'ant:stress:list',
    page: '/ant/preventionMange/stressRelatedDeaths',
    wants: (words) => numbered('SD')(words) || /^\d{15}$/.test(words),
    resource: () => import('#modules/prevention/contract/stress/stress-case.ts').then((m) => m.stressCase),
    name: ['docNo', 'earTag'],
  });
  registerResourceFinder({
    key: 'sample',
    label: 'prevention.sample._title',
    icon: ExperimentOutlined,
    permission: 'ant:sample:list',
    page: '/ant/collection/sampleList',
    wants: (words) => /^[A-Z]{0,2}\d{8,15}$/i.test(words),
    resource: () => import('#modules/prevention/contract/lab/sample.ts').then((m) => m.sample),
    name: ['barcode', 'holder'],
  });
}
