import { Card, Empty } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import TraceFile from './trace-file.tsx';

/** 追溯档案 of the animal that the address names. */
export default function TraceDetailPage() {
  const text = useTexts('traceability.tracePage');
  const id = Number(usePage().search.get('animalId')) || null;
  if (id !== null) return <TraceFile id={id} />;
  return (
    <Card>
      <Empty description={text('noAnimal')} />
    </Card>
  );
}
