import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Descriptions, Empty, Flex, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { printCertificate } from '#modules/traceability/contract/quarantine/quarantine-certificate.ts';
import {
  declarationFile,
  quarantineDeclaration,
} from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';
import { CertificatePaper } from './certificate-paper.tsx';
import { ConditionList } from './condition-list.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** 检疫详情: one declaration with its conditions step by step, its certificate and the way it took. */
export default function QuarantineDetailPage() {
  const text = useTexts('traceability.quarantinePage');
  const { search, openPage } = usePage();
  const mayPrint = useCan('trace:quarantine:issue');
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(quarantineDeclaration, id);
  const [paper, setPaper] = useState<DataOf<typeof printCertificate> | null>(null);
  const version = (row as { version?: number } | undefined)?.version;
  const { data: file } = useQuery({
    queryKey: ['traceability.declarationFile', id, version],
    queryFn: () => call(declarationFile, { query: { id: id ?? 0 } }),
    enabled: id !== null && row !== undefined,
  });
  if (id === null)
    return (
      <Card>
        <Empty description={text('noSheet')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row) return <Waiting />;
  const steps = [...new Set(file?.checks.map((one) => one.step))].reverse();
  const certificate = file?.certificate;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <DetailView resource={quarantineDeclaration} row={row} />
      </Card>
      {steps.length > 0 && (
        <Card size="small" title={text('conditions')}>
          <Tabs
            size="small"
            items={steps.map((step) => ({
              key: step,
              label: text(`step_${step}` as 'step_submit'),
              children: <ConditionList conditions={(file?.checks ?? []).filter((one) => one.step === step)} />,
            }))}
          />
        </Card>
      )}
      {certificate && (
        <Card
          size="small"
          title={`${text('certificate')} ${certificate.officialNo}`}
          extra={
            mayPrint &&
            ['valid', 'used'].includes(certificate.status) && (
              <Button
                icon={<PrinterOutlined aria-hidden />}
                onClick={async () =>
                  setPaper(await call(printCertificate, { body: { id: certificate.id }, idempotencyKey: newKey() }))
                }
              >
                {text('printIt')}
              </Button>
            )
          }
        >
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2, lg: 4 }}
            items={[
              { key: 'type', children: <DictName dict="cert_type" value={certificate.certType} /> },
              {
                key: 'status',
                children: <DictName dict="quarantine_certificate_status" value={certificate.status} />,
              },
              { key: 'until', children: `${wallTime(certificate.issuedAt)} – ${wallTime(certificate.validUntil)}` },
              { key: 'vet', children: certificate.vetName },
              { key: 'ranges', label: text('ranges'), children: certificate.ranges, span: 'filled' },
            ]}
          />
          {file?.movement && (
            <Button
              type="link"
              onClick={() =>
                openPage(`/traceability/livestockRegistration/movement?docNo=${file.movement?.docNo ?? ''}`)
              }
            >
              {text('movement')} {file.movement.docNo}
            </Button>
          )}
        </Card>
      )}
      {paper && (
        <Suspense>
          <PrintSheet title={text('certificate')} isBare onDone={() => setPaper(null)}>
            <CertificatePaper paper={paper} />
          </PrintSheet>
        </Suspense>
      )}
    </Flex>
  );
}
