import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloudUploadOutlined,
  ExclamationCircleFilled,
} from '@ant-design/icons';
import { Alert, Button, Card, Flex, List, Popconfirm, Typography, theme } from 'antd';
import { wallTime } from '#kit/web/ui/times.ts';
import { useLabel, useWords } from '../texts.ts';
import { type Queued, sendAll, takeOut, useOutbox } from './outbox.ts';

interface Props {
  readonly isOnline: boolean;
  onCorrect(one: Queued): void;
  onSent(): void;
}

/** What waits for the network, what was refused and why; told as long as there is something to tell. */
export function QueuePanel({ isOnline, onCorrect, onSent }: Props) {
  const words = useWords();
  const { token } = theme.useToken();
  const { items, isSending } = useOutbox();
  const result = useLabel('visit_result');
  const waiting = items.filter((one) => one.state === 'waiting').length;
  const icon = {
    waiting: <ClockCircleOutlined style={{ color: token.colorWarning }} />,
    refused: <ExclamationCircleFilled style={{ color: token.colorError }} />,
    sent: <CheckCircleFilled style={{ color: token.colorSuccess }} />,
  };
  return (
    <>
      {!isOnline && (
        <Alert type="warning" banner showIcon title={words('offline')} description={words('offlineHint')} />
      )}
      {items.length > 0 && (
        <Card
          size="small"
          title={
            <>
              <CloudUploadOutlined aria-hidden /> {words('queue', { n: waiting })}
            </>
          }
          extra={
            <Button
              size="small"
              type="primary"
              loading={isSending}
              disabled={!isOnline || waiting === 0}
              onClick={() => void sendAll(onSent)}
            >
              {words('sendNow')}
            </Button>
          }
        >
          <List
            size="small"
            dataSource={[...items]}
            rowKey={(one) => one.form.clientKey}
            renderItem={(one) => (
              <List.Item
                data-state={one.state}
                actions={
                  one.state === 'sent'
                    ? []
                    : [
                        <Button key="correct" size="small" onClick={() => onCorrect(one)}>
                          {words(one.state === 'refused' ? 'correct' : 'open')}
                        </Button>,
                        <Popconfirm key="drop" title={words('dropAsk')} onConfirm={() => void takeOut(one, true)}>
                          <Button size="small" danger>
                            {words('drop')}
                          </Button>
                        </Popconfirm>,
                      ]
                }
              >
                <List.Item.Meta
                  avatar={icon[one.state]}
                  title={
                    <span>
                      <span data-record>{one.prepared.holder.name}</span>{' '}
                      {one.form.outcome === 'done' ? words('headCount', { n: one.heads }) : result(one.form.outcome)}
                    </span>
                  }
                  description={
                    <Flex vertical>
                      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                        {wallTime(one.queuedAt)} · {words(`state_${one.state}`)} {one.docNo}
                      </Typography.Text>
                      {one.why && <Typography.Text type="danger">{one.why}</Typography.Text>}
                      {one.refused && one.refused.length > 0 && (
                        <Typography.Text type="warning">
                          {one.refused
                            .slice(0, 5)
                            .map((no) => `${no.earTag} ${no.text}`)
                            .join('；')}
                          {one.refused.length > 5 && ` … ${one.refused.length}`}
                        </Typography.Text>
                      )}
                    </Flex>
                  }
                />
              </List.Item>
            )}
          />
        </Card>
      )}
    </>
  );
}
