import { useQuery } from '@tanstack/react-query';
import { Alert, Modal } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { LiveVideo } from '#kit/web/media/live-video.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { playVideoSpot, type VideoSpot } from '#modules/prevention/contract/settings/video-spot.ts';

/** The live picture, where somebody serves it; else it is said that nobody does. */
export function PlaySpot({ spot, onClose }: { readonly spot: VideoSpot; onClose(): void }) {
  const text = useTexts('prevention.videoSpot');
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.playVideoSpot', spot.id],
    queryFn: () => call(playVideoSpot, { query: { id: spot.id }, quiet: true }),
  });
  return (
    <Modal open footer={null} width={720} title={<span data-record>{spot.name}</span>} onCancel={onClose}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.url === null && (
        <Alert
          type="info"
          showIcon
          title={text('noService')}
          description={text('noServiceText', { channel: data.channelId })}
        />
      )}
      {data?.url && (
        <LiveVideo
          label={spot.name}
          address={async () => (await call(playVideoSpot, { query: { id: spot.id }, quiet: true })).url}
          words={{ loading: '', failed: text('noService') }}
        />
      )}
    </Modal>
  );
}
