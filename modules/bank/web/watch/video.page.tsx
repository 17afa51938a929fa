import { Flex } from 'antd';
import { use } from 'react';
import { loadTexts, useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { VideoPage } from '#modules/device/web/index.ts';

/** The words of the page shown here, which is another module's. */
const texts = loadTexts('device');

/** 视频监控: the device module's pictures, with the way to book and camera counts and to who looked. */
export default function BankVideoPage() {
  use(texts);
  const text = useTexts('bank.alarmsPage');
  const { actions } = useSession();
  return (
    <Flex vertical gap={12}>
      <Flex gap={16}>
        {actions.has('bank:site:list') && <PageLink to="/bank/warehouse">{text('sites')}</PageLink>}
        {actions.has('device:videoLog:list') && <PageLink to="/anm/device/videoLog">{text('looked')}</PageLink>}
      </Flex>
      <VideoPage />
    </Flex>
  );
}
