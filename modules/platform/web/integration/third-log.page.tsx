import { useQuery } from '@tanstack/react-query';
import { Flex, Tag, Tooltip, theme } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { sysThirdLog, thirdLogHours } from '#modules/platform/contract/integration/sys-third-log.ts';

export default function ThirdLogPage() {
  return (
    <Flex vertical gap={12}>
      <Hours />
      <ListPage
        resource={sysThirdLog}
        onForm={() => {}}
        cells={{
          result: (row) => <Tag color={row.result === 'ok' ? 'success' : 'error'}>{row.resultName}</Tag>,
          request: (row) => <Body text={row.request} />,
          response: (row) => <Body text={row.response} />,
        }}
      />
    </Flex>
  );
}

const Body = ({ text }: { readonly text: string | null }) =>
  text ? (
    <pre style={{ margin: 0, whiteSpace: 'pre-wrap', wordBreak: 'break-all', fontSize: 12 }}>{pretty(text)}</pre>
  ) : (
    '-'
  );

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const height = 44;

/** How many calls each hour of the last day had, and how many of them failed. */
function Hours() {
  const t = useT();
  const { token } = theme.useToken();
  const { data = [] } = useQuery({
    queryKey: ['platform', 'thirdLogHours'],
    queryFn: () => call(thirdLogHours, { quiet: true }),
  });
  const most = Math.max(1, ...data.map((one) => one.calls));
  const [calls, failed] = data.reduce(([a, b], one) => [a + one.calls, b + one.failed], [0, 0]);
  const rate = calls === 0 ? '0' : ((failed * 100) / calls).toFixed(1);
  return (
    <Flex
      gap={24}
      align="center"
      wrap
      style={{ background: token.colorBgContainer, borderRadius: token.borderRadiusLG, padding: '12px 16px' }}
    >
      <div>
        <div>{t('platform.sysThirdLog.hours')}</div>
        <div style={{ color: token.colorTextSecondary }}>
          {t('platform.sysThirdLog.calls', { n: calls })} · {t('platform.sysThirdLog.failed', { n: failed, rate })}
        </div>
      </div>
      <Flex
        gap={3}
        align="end"
        style={{ flex: 1, minWidth: 280, height }}
        role="img"
        aria-label={t('platform.sysThirdLog.hours')}
      >
        {data.map((one) => {
          const hour = wallTime(one.hour).slice(5, 16);
          const tall = (n: number) => Math.round((n / most) * height);
          return (
            <Tooltip
              key={one.hour}
              title={t('platform.sysThirdLog.hourOf', { hour, calls: one.calls, failed: one.failed })}
            >
              <div style={{ flex: 1, height, display: 'flex', flexDirection: 'column', justifyContent: 'flex-end' }}>
                <div style={{ height: tall(one.failed), background: token.colorError }} />
                <div
                  style={{
                    height: Math.max(2, tall(one.calls - one.failed)),
                    background: one.calls > 0 ? token.colorPrimary : token.colorFillSecondary,
                  }}
                />
              </div>
            </Tooltip>
          );
        })}
      </Flex>
    </Flex>
  );
}
