import { useQuery } from '@tanstack/react-query';
import { Col, Flex, Result, Row, Spin } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSearchParams } from '#kit/web/router.tsx';
import { paper } from '#kit/web/ui/palette.ts';
import { openVideoLink } from '#modules/device/contract/video/video.ts';
import { Player } from './player.tsx';

/** What a link shows, without a login: pictures and nothing else. */
export default function PublicVideoPage() {
  const text = useTexts('device.videoPage');
  const search = useSearchParams();
  const k = search.get('k') ?? '';
  const { data, error } = useQuery({
    queryKey: ['device.publicVideo', k],
    queryFn: () => call(openVideoLink, { query: { k }, quiet: true }),
    retry: false,
  });
  if (error) return <Result status="info" title={text('linkEnded')} />;
  if (!data)
    return (
      <Flex justify="center" style={{ padding: 80 }}>
        <Spin />
      </Flex>
    );
  const span = data.channels.length === 1 ? 24 : data.channels.length <= 4 ? 12 : 8;
  return (
    <Row gutter={[4, 4]} style={{ background: paper.black, minHeight: '100vh', margin: 0 }}>
      {data.channels.map((one, at) => (
        <Col key={one.name} xs={24} md={span}>
          <Player
            label={one.name}
            watermark={data.watermark}
            address={async () =>
              at < 9
                ? ((await call(openVideoLink, { query: { k, again: '1' }, quiet: true })).channels[at]?.url ?? null)
                : null
            }
          />
        </Col>
      ))}
    </Row>
  );
}
