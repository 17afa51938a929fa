import { Card, Empty, Flex, List, Statistic, Tag, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { BankHome, BoardFigure } from '#modules/bank/contract/board/board.ts';

/** Codes of a dictionary in the reader's words. */
export function useLabel(dict: string): (value: string) => string {
  const { options } = useDict(dict);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? value;
}

/** Whether the reader may open a page. */
export function useMayOpen(): (path: string) => boolean {
  const { user } = useSession();
  const pages = new Set((user.pages ?? []).map((page) => page.path));
  return (path) => pages.has(path.split('?')[0] ?? '');
}

/** Figures as cards; each opens the rows it counts. */
export function Figures({ figures }: { readonly figures: readonly BoardFigure[] }) {
  const text = useTexts('bank.home');
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  // As many beside each other as fit: amounts are longer than numbers.
  const least = figures.some((one) => one.isMoney) ? 190 : 140;
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: `repeat(auto-fill, minmax(${least}px, 1fr))` }}>
      {figures.map(({ code, n, of, path, isMoney, isBad }) => (
        <Card
          key={code}
          size="small"
          hoverable={mayOpen(path)}
          {...(mayOpen(path) && { onClick: () => openPage(path) })}
        >
          <Statistic
            title={text(code as never)}
            value={isMoney ? moneyText(n) : n}
            {...(of !== null && { suffix: <Typography.Text type="secondary">{`/ ${of}`}</Typography.Text> })}
            {...(isBad && { styles: { content: { color: 'var(--ant-color-error)' } } })}
          />
        </Card>
      ))}
    </div>
  );
}

const colours: Readonly<Record<string, string>> = { urgent: 'error', warn: 'warning', info: 'processing' };

export function LatestAlarms({ alarms, to }: { readonly alarms: BankHome['latest']; readonly to: string }) {
  const text = useTexts('bank.home');
  const kind = useLabel('alarm_kind');
  const level = useLabel('alarm_level');
  return (
    <Card
      size="small"
      title={text('latest')}
      extra={<PageLink to={to}>{text('all')}</PageLink>}
      style={{ height: '100%' }}
    >
      <List
        size="small"
        dataSource={[...alarms]}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noAlarms')} /> }}
        renderItem={(one) => (
          <List.Item extra={<Typography.Text type="secondary">{wallTime(one.at).slice(5, 16)}</Typography.Text>}>
            <Flex gap={8} wrap>
              <Tag color={colours[one.level] ?? 'default'}>{level(one.level)}</Tag>
              <PageLink to={`/anm/device/alarm/detail?id=${one.id}`}>{kind(one.kind)}</PageLink>
              <span data-record>{one.title}</span>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}
