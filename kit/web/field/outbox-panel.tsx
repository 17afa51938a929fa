import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloudUploadOutlined,
  ExclamationCircleFilled,
} from '@ant-design/icons';
import { Alert, Button, Card, Flex, List, Popconfirm, Typography, theme } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { Outbox, Waiting } from './outbox.ts';

interface Props<T extends Waiting> {
  readonly outbox: Outbox<T>;
  readonly isOnline: boolean;
  /** What the sheet is about, in a few words. */
  title(one: T): ReactNode;
  /** What came of it: its number, what of it was refused. */
  readonly outcome?: (one: T) => ReactNode;
  onCorrect(one: T): void;
  onSent(): void;
}

/** What waits for the network, what was refused and why; told as long as there is something to tell. */
export function OutboxPanel<T extends Waiting>({ outbox, isOnline, title, outcome, onCorrect, onSent }: Props<T>) {
  const text = useTexts('field');
  const { token } = theme.useToken();
  const { items, isSending } = outbox.useOutbox();
  useEffect(() => outbox.watch(onSent), [outbox, onSent]);
  const waiting = items.filter((one) => one.state === 'waiting').length;
  const icon = {
    waiting: <ClockCircleOutlined style={{ color: token.colorWarning }} />,
    refused: <ExclamationCircleFilled style={{ color: token.colorError }} />,
    sent: <CheckCircleFilled style={{ color: token.colorSuccess }} />,
  };
  const buttons = (one: T) => [
    <Button key="correct" size="small" onClick={() => onCorrect(one)}>
      {text(one.state === 'refused' ? 'correct' : 'open')}
    </Button>,
    <Popconfirm key="drop" title={text('dropAsk')} onConfirm={() => void outbox.takeOut(one, true)}>
      <Button size="small" danger>
        {text('drop')}
      </Button>
    </Popconfirm>,
  ];
  return (
    <>
      {!isOnline && <Alert type="warning" banner showIcon title={text('offline')} description={text('offlineHint')} />}
      {items.length > 0 && (
        <Card
          size="small"
          title={
            <>
              <CloudUploadOutlined aria-hidden /> {text('queue', { n: waiting })}
            </>
          }
          extra={
            <Button
              size="small"
              type="primary"
              loading={isSending}
              disabled={!isOnline || waiting === 0}
              onClick={() => void outbox.sendAll(onSent)}
            >
              {text('sendNow')}
            </Button>
          }
        >
          <List
            size="small"
            dataSource={[...items]}
            rowKey={outbox.keyOf}
            renderItem={(one) => (
              <List.Item data-state={one.state} actions={one.state === 'sent' ? [] : buttons(one)}>
                <List.Item.Meta
                  avatar={icon[one.state]}
                  title={title(one)}
                  description={
                    <Flex vertical>
                      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                        {wallTime(one.queuedAt)} · {text(`state_${one.state}`)}
                      </Typography.Text>
                      {one.why && <Typography.Text type="danger">{one.why}</Typography.Text>}
                      {outcome?.(one)}
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
