import { FilePdfOutlined } from '@ant-design/icons';
import { Button, Card, Empty } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type Prescription, prescription } from '#modules/cure/contract/prescription/prescription.ts';
import { UntilTag } from '../withdrawal/until-tag.tsx';
import { openPaper } from './open-paper.ts';

/** 处方笺: one sheet with its medicines, and the paper that is handed out. */
export default function PrescriptionPage() {
  const text = useTexts('cure.prescriptionPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(prescription, id);
  if (id === null)
    return (
      <Card>
        <Empty description={text('noSheet')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row) return <Waiting />;
  const one = row as unknown as Prescription;
  return (
    <Card size="small">
      <DetailView
        resource={prescription}
        row={row}
        cells={{
          meatUntil: () => <UntilTag until={one.meatUntil} isOpen={['issued', 'running'].includes(one.status)} />,
        }}
        actions={
          one.contentHash && (
            <Button icon={<FilePdfOutlined aria-hidden />} onClick={() => void openPaper(one.id)}>
              {text('paper')}
            </Button>
          )
        }
      />
    </Card>
  );
}
