import { App, Input } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { setVideoSource, videoChannel } from '#modules/device/contract/video/video.ts';

/** 视频通道设置: here a channel comes into being; where its picture comes from is set apart and never shown. */
export default function VideoSetPage() {
  const text = useTexts('device.videoPage');
  const { modal, message } = App.useApp();
  const changed = useChanged(videoChannel);
  const ask = (id: number) => {
    let source = '';
    void modal.confirm({
      title: text('source'),
      content: (
        <Input
          placeholder={text('sourceHint')}
          onChange={(event) => {
            source = event.target.value;
          }}
        />
      ),
      onOk: async () => {
        const { live } = await call(setVideoSource, { body: { id, source } });
        message.info(live ? text('live') : text('notLive'));
        await changed();
      },
    });
  };
  return (
    <ResourcePage
      resource={videoChannel}
      form={{
        initial: {
          channelNo: 1,
          provider: 'hls',
          hasReplay: false,
          storeDays: 0,
          aiCount: false,
          shareScope: 'parties',
          orderNum: 10,
        },
      }}
      actions={(row) =>
        row._can.includes('edit') ? [{ key: 'source', label: text('source'), run: () => ask(row.id) }] : []
      }
    />
  );
}
