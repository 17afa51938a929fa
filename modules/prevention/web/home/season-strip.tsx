import { Card, Flex, Grid, Progress, Tag, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { everyMode } from '#modules/prevention/contract/screens/screen-drill.ts';
import { numberText, pctText, todayInChina } from '../common/days.ts';

const figureStyle = { fontSize: 'clamp(17px, 5vw, 20px)', fontVariantNumeric: 'tabular-nums' } as const;
/** High enough for a thumb. */
const linkStyle = {
  ...figureStyle,
  display: 'inline-block',
  minWidth: 44,
  lineHeight: '44px',
  marginBlock: -6,
} as const;

/** A figure under its name; it leads to its list where the reader may open that. */
export function Tile({
  name,
  value,
  to,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly to?: string | false | undefined;
}) {
  return (
    <Flex vertical gap={2} style={{ minWidth: 88 }}>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {name}
      </Typography.Text>
      {to ? (
        <PageLink to={to}>
          <span style={linkStyle}>{value}</span>
        </PageLink>
      ) : (
        <span style={figureStyle}>{value}</span>
      )}
    </Flex>
  );
}

const figures = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '16px 24px' } as const;
const figuresOnPhone = {
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: '12px 8px',
} as const;

/** The season that goes on, or the month's make-up while there is none. */
export function SeasonStrip({ data }: { readonly data: HomeSummary }) {
  const { token } = theme.useToken();
  const text = useTexts('prevention.homePage');
  const [mayCover, mayPlan, mayLogs, mayRoutine] = [
    useCan('ant:stat:coverage'),
    useCan('ant:plan:list'),
    useCan('ant:visit:list'),
    useCan('ant:routine:list'),
  ];
  const isNarrow = Grid.useBreakpoint().sm !== true;
  const { season, routine, today } = data;
  // All kinds of visits are in the number, so all are in its list.
  const logs = `/ant/preventionMange/logs?visitedOnFrom=${todayInChina()}&visitedOnTo=${todayInChina()}&mode=${everyMode}`;
  const hasFigures = data.place !== null;
  if (!season)
    return (
      <Card size="small" title={text('routineTitle', { month: routine.month })}>
        <Flex gap="16px 24px" wrap align="center">
          <Progress
            type="circle"
            size={96}
            percent={routine.rate ?? 0}
            format={() => pctText(routine.rate)}
            aria-label={text('makeupRate')}
          />
          <Tile
            name={text('makeupDue')}
            value={numberText(routine.due)}
            to={mayRoutine && `/ant/preventionMange/mtdLogs?month=${routine.month}`}
          />
          <Tile name={text('makeupDone')} value={numberText(routine.done)} />
          <Tile
            name={text('makeupLeft')}
            value={numberText(routine.due - routine.done)}
            to={mayRoutine && `/ant/preventionMange/mtdLogs?month=${routine.month}&status=todo,partial`}
          />
          <Tile name={text('todayHeads')} value={numberText(today.heads)} />
          <Typography.Text type="secondary">{text('noSeason')}</Typography.Text>
        </Flex>
      </Card>
    );
  const behind = (season.gap ?? 0) < 0;
  const dates = <Typography.Text type="secondary">{`${season.startDate} – ${season.endDate}`}</Typography.Text>;
  const plan = `/ant/preventionMange/household?seasonId=${season.id}`;
  return (
    <Card
      size="small"
      title={
        <Flex gap="4px 8px" align="center" wrap style={{ paddingBlock: 8 }}>
          <span data-record>{season.name}</span>
          <Tag color="processing">{text('day', { n: season.day, m: season.days })}</Tag>
          {isNarrow && <span style={{ flexBasis: '100%', fontWeight: 'normal' }}>{dates}</span>}
        </Flex>
      }
      extra={!isNarrow && dates}
    >
      <div style={isNarrow ? figuresOnPhone : figures}>
        {hasFigures && season.coverage !== null && (
          <Flex gap={12} align="center" style={{ gridColumn: '1 / -1' }}>
            <Ring coverage={season.coverage} planned={season.planned} isBehind={behind} />
            <Flex vertical>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {text('planLine', { pct: season.planned })}
              </Typography.Text>
              <Typography.Text type={behind ? 'danger' : 'success'}>
                {text(behind ? 'behind' : 'ahead', { n: Math.abs(season.gap ?? 0) })}
              </Typography.Text>
              {mayCover && (
                <PageLink to={`/ant/preventionMange/coverage?seasonId=${season.id}`}>{text('openCoverage')}</PageLink>
              )}
            </Flex>
          </Flex>
        )}
        {hasFigures && (
          <>
            <Tile name={text('todayHeads')} value={numberText(today.heads)} to={mayLogs && logs} />
            <Tile name={text('todayVisits')} value={numberText(today.visits)} to={mayLogs && logs} />
            <Tile name={text('due')} value={numberText(season.due)} to={mayPlan && plan} />
            <Tile
              name={text('remaining')}
              value={
                <span style={{ color: season.remaining > 0 ? token.colorErrorText : undefined }}>
                  {numberText(season.remaining)}
                </span>
              }
              to={mayPlan && `${plan}&status=todo,partial,absent,refused`}
            />
          </>
        )}
        <Tile name={text('daysLeft')} value={numberText(season.daysLeft)} />
        {hasFigures && season.coverage !== null && (
          <Tile
            name={text('forecast')}
            value={
              season.forecast === null ? (
                <Typography.Text type="danger">{text('standstill')}</Typography.Text>
              ) : (
                <Typography.Text
                  type={season.forecast > season.endDate ? 'danger' : 'success'}
                  style={{ fontSize: 'inherit' }}
                >
                  {season.forecast}
                </Typography.Text>
              )
            }
          />
        )}
        {data.routine.due > 0 && (
          <Tile
            name={text('makeupLeft')}
            value={numberText(routine.due - routine.done)}
            to={mayRoutine && `/ant/preventionMange/mtdLogs?month=${routine.month}&status=todo,partial`}
          />
        )}
      </div>
    </Card>
  );
}

/** Coverage as a ring with a mark where the plan stands today. */
function Ring({
  coverage,
  planned,
  isBehind,
}: {
  readonly coverage: number;
  readonly planned: number;
  readonly isBehind: boolean;
}) {
  const { token } = theme.useToken();
  const t = useT();
  const size = 96;
  const angle = (Math.min(planned, 100) / 100) * 2 * Math.PI - Math.PI / 2;
  const at = (radius: number) => [size / 2 + radius * Math.cos(angle), size / 2 + radius * Math.sin(angle)] as const;
  const [[x1, y1], [x2, y2]] = [at(size / 2 - 12), at(size / 2)];
  return (
    <div style={{ position: 'relative', width: size, height: size }}>
      <Progress
        type="circle"
        size={size}
        percent={coverage}
        strokeWidth={9}
        strokeColor={isBehind ? token.colorError : token.colorSuccess}
        format={() => <span style={{ fontSize: 18, color: token.colorText }}>{`${coverage}%`}</span>}
        aria-label={t('prevention.homePage.coverage')}
      />
      <svg
        width={size}
        height={size}
        style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }}
        aria-hidden
        focusable="false"
      >
        <line x1={x1} y1={y1} x2={x2} y2={y2} stroke={token.colorText} strokeWidth={2.5} />
      </svg>
    </div>
  );
}
