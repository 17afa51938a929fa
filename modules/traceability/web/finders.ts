import { CarOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
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

/** A certificate by its number, a movement by its number or the vehicle's plate. */
export function registerFinders(): void {
  const certificates = '/traceability/livestockRegistration/quarantineManagement';
  registerFinder({
    key: 'quarantineCertificate',
    label: 'traceability.quarantineCertificate._title',
    icon: SafetyCertificateOutlined,
    permission: 'trace:quarantine:list',
    page: certificates,
    wants: (words) => /^(QC)?\d{6,}/i.test(words),
    find: async (words) => {
      const { quarantineCertificate } = await import(
        '#modules/traceability/contract/quarantine/quarantine-certificate.ts'
      );
      return (await rowsOf(quarantineCertificate, words)).map(
        (row): Found => ({
          key: String(row.id),
          name: `${String(row.officialNo)} ${String(row.holder)}`,
          path: `${certificates}?tab=certificates&officialNo=${String(row.officialNo)}`,
        }),
      );
    },
  });
  const road = '/traceability/livestockRegistration/movement';
  registerFinder({
    key: 'movement',
    label: 'traceability.movement._title',
    icon: CarOutlined,
    permission: 'trace:movement:list',
    page: road,
    wants: (words) => /^QM\d{4,}/i.test(words) || /^\p{Script=Han}[A-Z]/u.test(words),
    find: async (words) => {
      const { movement } = await import('#modules/traceability/contract/movement/movement.ts');
      return (await rowsOf(movement, words)).map(
        (row): Found => ({
          key: String(row.id),
          name: `${String(row.docNo)} ${String(row.plateNo ?? '')}`,
          path: `${road}?docNo=${String(row.docNo)}`,
        }),
      );
    },
  });
}
