import { useTexts } from '#kit/web/i18n/i18n.ts';
import { LiveVideo } from '#kit/web/media/live-video.tsx';

type Props = Omit<Parameters<typeof LiveVideo>[0], 'words'>;

/** A channel's picture, with this module's words where there is none. */
export function Player(props: Props) {
  const text = useTexts('device.videoPage');
  return <LiveVideo {...props} words={{ loading: text('loading'), failed: text('failed') }} />;
}
