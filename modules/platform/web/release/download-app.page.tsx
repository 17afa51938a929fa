import { DownloadOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Empty, Flex, QRCode, Segmented, Skeleton, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { LanguageSwitch } from '#kit/web/ui/language-switch.tsx';
import { paper } from '#kit/web/ui/palette.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { type AppLatest, appLatest } from '#modules/platform/contract/release/sys-app-release.ts';
import { bytesText } from '../common/bytes.ts';
import s from './download.module.css';

const platforms = ['android', 'ios', 'harmony'] as const;
type Platform = (typeof platforms)[number];

/** What the visitor holds in the hand; at a desk, the one most phones have. */
function ownPlatform(agent: string): Platform {
  if (/HarmonyOS|OpenHarmony/i.test(agent)) return 'harmony';
  return /iPhone|iPad|iPod/i.test(agent) ? 'ios' : 'android';
}

/** Where people who scanned a code get an app; nobody is logged in here. */
export default function DownloadAppPage() {
  const text = useTexts('platform.downloadApp');
  const language = useLanguage();
  const { search, setSearch } = usePage();
  const appCode = search.get('app') ?? 'worker';
  const asked = platforms.find((one) => one === search.get('platform'));
  const found = useQueries({
    queries: platforms.map((platform) => ({
      queryKey: ['platform.appLatest', appCode, platform, language],
      queryFn: () => call(appLatest, { query: { appCode, platform }, quiet: true }),
    })),
  });
  const isWaiting = found.some((one) => one.isPending);
  const offers = new Map(platforms.map((platform, index) => [platform, found[index]?.data ?? null]));
  const own = asked ?? ownPlatform(navigator.userAgent);
  const shown = offers.get(own) ? own : asked ? own : (platforms.find((one) => offers.get(one)) ?? own);
  const latest = offers.get(shown);
  const choose = (platform: Platform) => {
    const next = new URLSearchParams(search);
    next.set('platform', platform);
    setSearch(next, { replace: true });
  };
  return (
    <main className={s.page}>
      <div className={s.languages}>
        <LanguageSwitch />
      </div>
      <section className={s.card}>
        {isWaiting && <Skeleton active avatar />}
        {!isWaiting && !latest && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={null}>
            <Typography.Title level={3}>{text('none')}</Typography.Title>
            <Typography.Text type="secondary">{text('noneHint')}</Typography.Text>
          </Empty>
        )}
        {!isWaiting && (latest || [...offers.values()].some(Boolean)) && (
          <Flex justify="center" style={{ marginBottom: 16 }}>
            <Segmented
              value={shown}
              onChange={choose}
              options={platforms
                .filter((one) => offers.get(one) || one === shown)
                .map((value) => ({ value, label: text(value) }))}
            />
          </Flex>
        )}
        {latest && <Offer latest={latest} appCode={appCode} platform={shown} />}
      </section>
    </main>
  );
}

function Offer({ latest, appCode, platform }: { latest: AppLatest; appCode: string; platform: Platform }) {
  const text = useTexts('platform.downloadApp');
  const isWechat = /MicroMessenger/i.test(navigator.userAgent);
  const isStore = !latest.url.startsWith('/api/');
  const address = `${location.origin}/iframe/downloadApp?app=${appCode}&platform=${platform}`;
  return (
    <Flex vertical align="center" gap={16}>
      <img src="/logo.svg" alt="" className={s.icon} />
      <div className={s.names} data-record>
        <Typography.Title level={3} style={{ margin: 0 }}>
          {latest.appName}
        </Typography.Title>
        <Typography.Text type="secondary">{text('version', { name: latest.versionName })}</Typography.Text>
      </div>
      {isWechat && <Alert type="warning" showIcon title={text('wechat')} />}
      {!isWechat && (
        <Button type="primary" size="large" icon={<DownloadOutlined aria-hidden />} href={latest.url}>
          {text(isStore ? 'store' : 'download')}
        </Button>
      )}
      <Descriptions
        column={1}
        size="small"
        bordered
        style={{ width: '100%' }}
        styles={{ label: { width: 112, whiteSpace: 'nowrap' } }}
        items={[
          ...(latest.size === null ? [] : [{ key: 'size', label: text('size'), children: bytesText(latest.size) }]),
          {
            key: 'date',
            label: text('date'),
            children: latest.releasedAt ? wallTime(latest.releasedAt).slice(0, 10) : '-',
          },
          ...(latest.notes
            ? [{ key: 'notes', label: text('notes'), children: <span className={s.notes}>{latest.notes}</span> }]
            : []),
          ...(latest.sha256
            ? [{ key: 'sum', label: text('sum'), children: <code className={s.sum}>{latest.sha256}</code> }]
            : []),
        ]}
      />
      <Flex vertical align="center" gap={8} className={s.scan}>
        <QRCode value={address} size={160} type="svg" color={paper.black} bgColor={paper.white} />
        <Typography.Text type="secondary">{text('scan')}</Typography.Text>
      </Flex>
    </Flex>
  );
}
