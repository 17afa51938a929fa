import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, List, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type MyRoom, myRooms } from '#modules/cure/contract/room/room.ts';
import { DictName } from '#modules/registry/web/index.ts';
import CallDock from './call-dock.tsx';
import { enterRoom } from './current-call.ts';
import './room.css';

/** 我的视频会诊, for the view of an app: rooms that are open now, and those of the last ninety days. */
export default function MyVideoPage() {
  const text = useTexts('cure.myVideo');
  const { data, error, refetch } = useQuery({
    queryKey: ['cure.myRooms'],
    queryFn: () => call(myRooms, { quiet: true }),
  });
  usePush(
    'consult',
    useRefresh(() => refetch()),
  );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <main className="ml-call-page">
      <Flex vertical gap={12}>
        <CallDock />
        <Card size="small" title={text('title')}>
          {data.length === 0 && <Empty description={text('none')} />}
          <List dataSource={data} renderItem={(one) => <Row one={one} />} />
        </Card>
      </Flex>
    </main>
  );
}

function Row({ one }: { readonly one: MyRoom }) {
  const text = useTexts('cure.myVideo');
  const isOpen = one.status !== 'ended';
  return (
    <List.Item
      actions={
        isOpen
          ? [
              <Button key="join" type="primary" onClick={() => enterRoom(one.roomId)}>
                {text('join')}
              </Button>,
            ]
          : []
      }
    >
      <Flex vertical gap={2}>
        <Flex gap={8} wrap align="center">
          <b data-record>{one.docNo}</b>
          <DictName dict="species" value={one.species} />
          <span data-record>{one.signs}</span>
          {isOpen && <Tag color="success">{text('open')}</Tag>}
        </Flex>
        <Typography.Text type="secondary">
          {wallTime(one.openedAt).slice(0, 16)}{' '}
          {!isOpen && text('lasted', { minutes: Math.max(1, Math.round(one.seconds / 60)), people: one.people })}
        </Typography.Text>
      </Flex>
    </List.Item>
  );
}
