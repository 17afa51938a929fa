import { Flex, Space, Tag, Timeline, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { ChainStep } from '#modules/sign/contract/numbers/tag-segment.ts';
import { useDictName } from '../common/parts.tsx';

export function useStepWords() {
  const text = useTexts('sign.ui');
  const place = useDictName('tag_place');
  const ended = useDictName('tag_end');
  return (step: ChainStep): string => {
    if (step.kind === 'allotted') return text('step_allotted');
    if (step.kind.startsWith('end_')) return ended(step.kind.slice(4));
    if (step.kind === 'origin_legacy') return text('step_legacy');
    if (step.kind === 'origin_foreign') return text('step_foreign');
    if (step.kind === 'recovered') return text('step_recovered');
    return place(step.place ?? step.kind);
  };
}

/** Every hand a number passed through, and what became of it. */
export function ChainLine({ steps }: { readonly steps: readonly ChainStep[] }) {
  const text = useTexts('sign.ui');
  const words = useStepWords();
  const line = steps.map((step, index) => ({
    key: index,
    color: index === steps.length - 1 ? 'green' : step.correction ? 'red' : 'blue',
    children: (
      <Flex vertical>
        <Space wrap>
          <b>{words(step)}</b>
          <Typography.Text type="secondary">{step.on}</Typography.Text>
          {step.days !== null && step.days > 0 && <Tag>{text('stayed', { n: step.days })}</Tag>}
          {step.correction && <Tag color="red">{text('correction')}</Tag>}
        </Space>
        {(step.from || step.to) && (
          <span data-record>
            {step.from && step.from !== step.to ? `${step.from} → ` : ''}
            {step.to ?? ''}
          </span>
        )}
        {(step.docNo !== '-' || step.count > 1 || step.actor) && (
          <Typography.Text type="secondary">
            {step.link ? <PageLink to={step.link}>{step.docNo}</PageLink> : step.docNo}
            {step.count > 1 && <> · {text('withRange', { range: step.range, n: step.count })}</>}
            {step.actor && (
              <>
                {' '}
                · <span data-record>{step.actor}</span>
              </>
            )}
          </Typography.Text>
        )}
      </Flex>
    ),
  }));
  return <Timeline style={{ marginBlockStart: 20 }} items={line} />;
}
