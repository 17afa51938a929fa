import { Button, Space, Typography } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { type VideoSpot, videoSpot } from '#modules/prevention/contract/settings/video-spot.ts';
import { OnScreen } from './on-screen.tsx';
import { OrderSpots } from './order-spots.tsx';
import { PlaySpot } from './play-spot.tsx';

/** 视频设置: which cameras the large screens show, and in which order. */
export default function VideoSetPage() {
  const text = useTexts('prevention.videoSpot');
  const [played, setPlayed] = useState<VideoSpot | null>(null);
  const [isOrdering, setOrdering] = useState(false);
  return (
    <>
      <ResourcePage
        resource={videoSpot}
        cells={{
          onScreen: (row) => <OnScreen row={row} />,
          channelId: (row) => <Typography.Text code>{row.channelId}</Typography.Text>,
        }}
        actions={(row) => [{ key: 'play', label: text('play'), run: () => setPlayed(row) }]}
        extra={() => (
          <Space>
            <Button onClick={() => setOrdering(true)}>{text('ordering')}</Button>
          </Space>
        )}
      />
      {played && <PlaySpot spot={played} onClose={() => setPlayed(null)} />}
      {isOrdering && <OrderSpots onClose={() => setOrdering(false)} />}
    </>
  );
}
