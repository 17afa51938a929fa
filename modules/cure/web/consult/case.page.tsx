import { useQuery } from '@tanstack/react-query';
import { Empty, Flex, Grid, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { caseOf, markRead } from '#modules/cure/contract/consult/case.ts';
import './case.css';
import { CaseFileView } from './case-file.tsx';
import { CaseHead } from './case-head.tsx';
import { CaseSide } from './case-side.tsx';
import { Talk } from './talk.tsx';

type Part = 'file' | 'talk' | 'side';

/** 病例会诊: what is known of the animals, what was said, and what was decided, side by side; on a phone one after the other. */
export default function CasePage() {
  const text = useTexts('cure.casePage');
  const id = Number(useUrlState().get('id')) || 0;
  const isWide = Grid.useBreakpoint().lg === true;
  const [part, setPart] = useState<Part>('talk');
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.case', id],
    queryFn: () => call(caseOf, { query: { id }, quiet: true }),
    enabled: id > 0,
  });
  usePush('consult', (event) => {
    const { consultId } = (event.data ?? {}) as { consultId?: number };
    if (event.kind === 'resync' || consultId === id) void refetch();
  });
  const last = data?.messages.at(-1)?.seq ?? 0;
  useEffect(() => {
    if (last > 0) void call(markRead, { body: { consultId: id, seq: last }, quiet: true }).catch(() => {});
  }, [id, last]);
  if (id === 0) return <Empty />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const again = () => void refetch();
  return (
    <Flex vertical gap={12}>
      <CaseHead data={data} onChanged={again} />
      {!isWide && (
        <Segmented<Part>
          block
          value={part}
          onChange={setPart}
          options={(['file', 'talk', 'side'] as const).map((value) => ({ value, label: text(`part.${value}`) }))}
        />
      )}
      <div className="ml-case">
        {(isWide || part === 'file') && <CaseFileView data={data} />}
        {(isWide || part === 'talk') && <Talk data={data} onSent={again} />}
        {(isWide || part === 'side') && <CaseSide data={data} onChanged={again} />}
      </div>
    </Flex>
  );
}
