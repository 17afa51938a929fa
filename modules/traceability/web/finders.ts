import {
  BarcodeOutlined,
  CarOutlined,
  FileDoneOutlined,
  InboxOutlined,
  SafetyCertificateOutlined,
  TagOutlined,
} from '@ant-design/icons';
import { named, numbered, registerResourceFinder } from '#kit/web/resource-finder.ts';

const certificates = '/traceability/livestockRegistration/quarantineManagement';
const road = '/traceability/livestockRegistration/movement';

/** Certificates, declarations and movements by their numbers or a vehicle's plate; lots, trace codes and animals by what is printed on them. */
export function registerFinders(): void {
  registerResourceFinder({
    key: 'quarantineCertificate',
    label: 'traceability.quarantineCertificate._title',
    icon: SafetyCertificateOutlined,
    permission: 'trace:quarantine:list',
    page: certificates,
    wants: (words) => /^(QC)?\d{6,}/i.test(words),
    resource: () =>
      import('#modules/traceability/contract/quarantine/quarantine-certificate.ts').then(
        (m) => m.quarantineCertificate,
      ),
    name: ['officialNo', 'holder'],
    path: ({ officialNo }) => `${certificates}?tab=certificates&officialNo=${String(officialNo)}`,
  });
  registerResourceFinder({
    key: 'quarantineDeclaration',
    label: 'traceability.quarantineDeclaration._title',
    icon: FileDoneOutlined,
    permission: 'trace:quarantine:list',
    page: `${certificates}/detail`,
    wants: numbered('QD'),
    resource: () =>
      import('#modules/traceability/contract/quarantine/quarantine-declaration.ts').then(
        (m) => m.quarantineDeclaration,
      ),
    name: ['docNo', 'plateNo'],
    path: ({ id }) => `${certificates}/detail?id=${id}`,
  });
  registerResourceFinder({
    key: 'movement',
    label: 'traceability.movement._title',
    icon: CarOutlined,
    permission: 'trace:movement:list',
    page: road,
    wants: (words) => numbered('QM')(words) || /^\p{Script=Han}[A-Z]/iu.test(words),
    resource: () => import('#modules/traceability/contract/movement/movement.ts').then((m) => m.movement),
    name: ['docNo', 'plateNo'],
    path: ({ docNo }) => `${road}?docNo=${String(docNo)}`,
  });
  registerResourceFinder({
    key: 'traceLot',
    label: 'traceability.traceLot._title',
    icon: InboxOutlined,
    permission: 'trace:lot:list',
    page: '/traceability/traceabilityManagement/lotDetail',
    wants: named,
    resource: () => import('#modules/traceability/contract/lot/trace-lot.ts').then((m) => m.traceLot),
    name: ['docNo', 'productName'],
    path: ({ id }) => `/traceability/traceabilityManagement/lotDetail?id=${id}`,
  });
  registerResourceFinder({
    key: 'traceCode',
    label: 'traceability.traceCode._title',
    icon: BarcodeOutlined,
    permission: 'trace:code:list',
    page: '/traceability/traceabilityManagement/coding',
    wants: (words) => /^[0-9A-Z]{6,12}$/i.test(words),
    resource: () => import('#modules/traceability/contract/code/trace-code-batch.ts').then((m) => m.traceCode),
    name: ['code', 'targetName'],
    path: ({ id }) => `/traceability/traceabilityManagement/coding?tab=codes&open=detail:${id}`,
  });
  registerResourceFinder({
    key: 'traceAnimal',
    label: 'traceability.traceAnimal._title',
    icon: TagOutlined,
    permission: 'trace:animal:list',
    page: '/traceability/traceabilityIdentification/traceDetail',
    wants: (words) => /^\d{6,15}$/.test(words),
    resource: () => import('#modules/traceability/contract/oversight/trace-animal.ts').then((m) => m.traceAnimal),
    name: ['earTag', 'principalIdName'],
    path: ({ animalId }) => `/traceability/traceabilityIdentification/traceDetail?animalId=${String(animalId)}`,
  });
}
