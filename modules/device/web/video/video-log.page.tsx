import { Flex, Segmented } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { useSession } from '#kit/web/shell-context.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { videoLink, videoView } from '#modules/device/contract/video/video.ts';

/** 视频查看记录: who looked, and to whom links were given. */
export default function VideoLogPage() {
  const text = useTexts('device.videoPage');
  const url = useUrlState();
  const { actions } = useSession();
  const tabs = actions.has('device:video:share') ? (['views', 'links'] as const) : (['views'] as const);
  const tab = tabs.find((one) => one === url.get('tab')) ?? 'views';
  return (
    <Flex vertical gap={12}>
      {tabs.length > 1 && (
        <div>
          <Segmented
            value={tab}
            onChange={(value) => url.set({ tab: String(value) })}
            options={tabs.map((value) => ({ value, label: text(value) }))}
          />
        </div>
      )}
      {tab === 'links' ? <ListPage key="links" resource={videoLink} /> : <ListPage key="views" resource={videoView} />}
    </Flex>
  );
}
