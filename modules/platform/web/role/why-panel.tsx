import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Timeline } from 'antd';
import type { QueryInput } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { explainAccess } from '#modules/platform/contract/role/access.ts';

type Ask = QueryInput<typeof explainAccess>;

/** Why somebody sees, or does not see, something: one sentence for each thing that grants it or is missing. */
export default function WhyPanel({ ask }: { readonly ask: Ask }) {
  const t = useT();
  const language = useLanguage();
  const query = useQuery({
    queryKey: ['platform.explain', ask, language],
    queryFn: () => call(explainAccess, { query: ask, quiet: true }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { granted, subject, steps } = query.data;
  return (
    <Flex vertical gap={16}>
      <Alert
        type={granted ? 'success' : 'error'}
        showIcon
        title={`${subject}: ${t.any(granted ? 'platform.access.granted' : 'platform.access.refused')}`}
      />
      <Timeline
        items={steps.map((step, index) => ({
          key: index,
          icon:
            step.ok === null ? (
              <InfoCircleFilled style={{ color: 'var(--ant-color-info)' }} />
            ) : step.ok ? (
              <CheckCircleFilled style={{ color: 'var(--ant-color-success)' }} />
            ) : (
              <CloseCircleFilled style={{ color: 'var(--ant-color-error)' }} />
            ),
          content: step.text,
        }))}
      />
    </Flex>
  );
}
