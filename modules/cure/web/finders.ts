import {
  FileProtectOutlined,
  HourglassOutlined,
  MedicineBoxOutlined,
  MessageOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { named, numbered, registerResourceFinder } from '#kit/web/resource-finder.ts';

/** Consultations by number or signs, treatments and prescriptions by number or medicine, a withdrawal by the ear tag, an expert by name. */
export function registerFinders(): void {
  registerResourceFinder({
    key: 'consult',
    label: 'cure.consult._title',
    icon: MessageOutlined,
    permission: 'cure:consult:list',
    page: '/cure/consult/detail',
    wants: named,
    resource: () => import('#modules/cure/contract/consult/consult.ts').then((m) => m.consult),
    name: ['docNo', 'holder', 'signs'],
    path: ({ id }) => `/cure/consult/detail?id=${id}`,
  });
  registerResourceFinder({
    key: 'treatment',
    label: 'cure.treatment._title',
    icon: MedicineBoxOutlined,
    permission: 'cure:treatment:list',
    page: '/cure/treatment/list',
    wants: named,
    resource: () => import('#modules/cure/contract/treatment/treatment.ts').then((m) => m.treatment),
    name: ['docNo', 'medicines'],
  });
  registerResourceFinder({
    key: 'prescription',
    label: 'cure.prescription._title',
    icon: FileProtectOutlined,
    permission: 'cure:prescription:list',
    page: '/cure/prescription/detail',
    wants: numbered('CR'),
    resource: () => import('#modules/cure/contract/prescription/prescription.ts').then((m) => m.prescription),
    name: ['docNo', 'medicines'],
    path: ({ id }) => `/cure/prescription/detail?id=${id}`,
  });
  registerResourceFinder({
    key: 'withdrawal',
    label: 'cure.animalWithdrawal._title',
    icon: HourglassOutlined,
    permission: 'cure:withdrawal:list',
    page: '/cure/withdrawal',
    wants: (words) => /^\d{6,15}$/.test(words),
    resource: () => import('#modules/cure/contract/withdrawal/animal-withdrawal.ts').then((m) => m.animalWithdrawal),
    name: ['earTag', 'medicineNames'],
  });
  registerResourceFinder({
    key: 'member',
    label: 'cure.societyMember._title',
    icon: UserOutlined,
    permission: 'cure:member:list',
    page: '/cure/society/memberDetail',
    wants: (words) => words.length > 1,
    resource: () => import('#modules/cure/contract/society/member.ts').then((m) => m.societyMember),
    name: ['memberNo', 'memberName'],
    path: ({ id }) => `/cure/society/memberDetail?id=${id}`,
  });
}
