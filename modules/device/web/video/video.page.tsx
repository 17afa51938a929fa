import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Card, Col, Empty, Flex, Input, Row, Segmented, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type ChannelNode, playVideo, videoTree } from '#modules/device/contract/video/video.ts';
import { Player } from './player.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** 视频监控: up to nine pictures at once. */
export default function VideoPage() {
  const text = useTexts('device.videoPage');
  const { actions } = useSession();
  const [tiles, setTiles] = useState(4);
  const [words, setWords] = useState('');
  const [shown, setShown] = useState<readonly number[] | null>(null);
  const [isSharing, setSharing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['device.video'],
    queryFn: () => call(videoTree, { quiet: true }),
  });
  const tree = useMemo(() => {
    const found = (data ?? []).filter((one) => !words || `${one.holder}${one.place ?? ''}${one.name}`.includes(words));
    return [...Map.groupBy(found, (one) => one.holderId)].map(([holder, channels]) => ({
      key: `h${holder}`,
      title: channels[0]?.holder ?? '',
      selectable: false,
      children: channels.map((one) => ({
        key: String(one.id),
        title: <Badge status={one.online ? 'success' : 'default'} text={<span data-record>{one.name}</span>} />,
        disabled: !one.mayPlay,
      })),
    }));
  }, [data, words]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const first = data.filter((one) => one.mayPlay && one.online).map((one) => one.id);
  const playing = (shown ?? first).slice(0, tiles);
  const channels = playing.flatMap((id) => data.find((one) => one.id === id) ?? []);
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={7} xl={5}>
        <Card size="small">
          <Input.Search
            allowClear
            placeholder={text('find')}
            onChange={(event) => setWords(event.target.value)}
            style={{ marginBottom: 8 }}
          />
          <Tree
            treeData={tree}
            defaultExpandAll
            height={560}
            blockNode
            selectedKeys={playing.map(String)}
            multiple
            onSelect={(_keys, { node }) => {
              const id = Number(node.key);
              if (!Number.isInteger(id)) return;
              setShown(playing.includes(id) ? playing.filter((one) => one !== id) : [id, ...playing].slice(0, tiles));
            }}
          />
        </Card>
      </Col>
      <Col xs={24} lg={17} xl={19}>
        <Flex vertical gap={8}>
          <Flex gap={8} justify="space-between">
            <Segmented
              value={tiles}
              onChange={(value) => setTiles(Number(value))}
              options={[1, 4, 9].map((value) => ({ value, label: text('tiles', { n: value }) }))}
            />
            {actions.has('device:video:share') && channels.length > 0 && (
              <Button onClick={() => setSharing(true)}>{text('share')}</Button>
            )}
          </Flex>
          {channels.length === 0 && <Empty description={text('none')} />}
          <Row gutter={[8, 8]}>
            {channels.map((one) => (
              <Col key={one.id} xs={24} md={tiles === 1 ? 24 : 12} xl={tiles === 1 ? 24 : tiles === 4 ? 12 : 8}>
                <Tile channel={one} />
              </Col>
            ))}
          </Row>
        </Flex>
      </Col>
      {isSharing && <ShareDialog channels={channels} onClose={() => setSharing(false)} />}
    </Row>
  );
}

function Tile({ channel }: { readonly channel: ChannelNode }) {
  const [mark, setMark] = useState('');
  const [started] = useState(Date.now);
  const [view] = useState<{ id?: number }>({});
  const address = async () => {
    const seconds = Math.round((Date.now() - started) / 1000);
    const { url, viewId, watermark } = await call(playVideo, {
      body: { channelId: channel.id, seconds, ...(view.id && { viewId: view.id }) },
      quiet: true,
    });
    view.id = viewId;
    setMark(watermark);
    return url;
  };
  return <Player address={address} label={channel.name} watermark={mark} />;
}
