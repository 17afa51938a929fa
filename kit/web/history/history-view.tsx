import { ArrowRightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Flex, Tag, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { type AnyResource, fullName, labelKey, transitionKey } from '#kit/contract/resource.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type HistoryEntry, historyPort } from './history-port.ts';

const colors = { add: 'green', edit: 'blue', remove: 'red', transition: 'orange' } as const;

interface Props {
  readonly resource: AnyResource;
  readonly id: number;
}

/** Who did what to a record and when, newest first. */
export function HistoryView({ resource, id }: Props) {
  const t = useT();
  const language = useLanguage();
  const query = useQuery({
    queryKey: [...resourceKey(resource), 'history', id, language],
    queryFn: async () => (await historyPort.current?.(fullName(resource), id)) ?? [],
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Waiting />;
  if (query.data.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('history.none')} />;
  }
  return (
    <Timeline
      style={{ paddingBlockStart: 8 }}
      items={query.data.map((entry) => ({
        key: entry.key,
        color: colors[entry.action],
        content: <Entry resource={resource} entry={entry} />,
      }))}
    />
  );
}

function Entry({ resource, entry }: { readonly resource: AnyResource; readonly entry: HistoryEntry }) {
  const t = useT();
  const { action, name, from, to, who, at, remark } = entry;
  const verb = action === 'transition' ? t.any(transitionKey(resource, name ?? '')) : t(`history.${action}`);
  return (
    <Flex vertical gap={4}>
      <Flex gap={8} align="center" wrap>
        <Typography.Text strong>{verb}</Typography.Text>
        {action === 'transition' && (
          <span>
            <Tag>{from}</Tag>
            <ArrowRightOutlined aria-hidden style={{ marginInline: 8 }} />
            <Tag color="processing">{to}</Tag>
          </span>
        )}
        <Typography.Text type="secondary">
          {who ?? t('history.system')} · {wallTime(at)}
        </Typography.Text>
      </Flex>
      {remark && <Typography.Text>{t('history.remark', { text: remark })}</Typography.Text>}
      <Changes resource={resource} entry={entry} />
    </Flex>
  );
}

/** Field by field; what was entered first is long and rarely asked for, so it is unfolded. */
function Changes({
  resource,
  entry: { action, changes },
}: {
  readonly resource: AnyResource;
  readonly entry: HistoryEntry;
}) {
  const t = useT();
  const [isOpen, setOpen] = useState(action !== 'add');
  if (changes.length === 0) {
    return action === 'edit' ? <Typography.Text type="secondary">{t('history.noChange')}</Typography.Text> : null;
  }
  return (
    <>
      {isOpen && (
        <dl style={{ margin: 0, display: 'grid', gridTemplateColumns: 'minmax(96px, auto) 1fr', gap: '2px 12px' }}>
          {changes.map(({ field, before, after }) => (
            <div key={field} style={{ display: 'contents' }}>
              <dt>
                <Typography.Text type="secondary">{t.any(labelKey(resource, field))}</Typography.Text>
              </dt>
              <dd style={{ margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {action === 'edit' && (
                  <>
                    <Typography.Text delete type="secondary">
                      {before ?? t('history.empty')}
                    </Typography.Text>
                    <ArrowRightOutlined aria-hidden style={{ marginInline: 8 }} />
                  </>
                )}
                {after ?? t('history.empty')}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {action === 'add' && (
        <Button
          type="link"
          size="small"
          style={{ padding: 0, alignSelf: 'start' }}
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
        >
          {isOpen ? t('history.hideValues') : t('history.showValues', { n: changes.length })}
        </Button>
      )}
    </>
  );
}
