import {
  CheckCircleFilled,
  CloseCircleFilled,
  LeftOutlined,
  MinusCircleOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { Button, Card, Flex, theme } from 'antd';
import type { Dayjs } from 'dayjs';
import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import type { AuditDay } from '#modules/platform/contract/audit/audit.ts';

interface Props {
  readonly month: Dayjs;
  readonly days: readonly AuditDay[];
  readonly selected: string;
  readonly today: string;
  onSelect(day: string): void;
  onMonth(month: Dayjs): void;
}

type State = AuditDay['state'] | 'none';
const stateOf = ({ state, rows, waiting }: AuditDay): State =>
  state !== 'broken' && rows + waiting === 0 ? 'none' : state;

/** A month of days; each says in a word and a sign what its colour says. */
export function SealCalendar({ month, days, selected, today, onSelect, onMonth }: Props) {
  const text = useTexts('platform.audit');
  const language = useLanguage();
  const { token } = theme.useToken();
  const looks: Readonly<Record<State, { colour: string; fill: string; icon: ReactNode }>> = {
    ok: { colour: token.colorSuccessText, fill: token.colorSuccessBg, icon: <CheckCircleFilled aria-hidden /> },
    broken: { colour: token.colorErrorText, fill: token.colorErrorBg, icon: <CloseCircleFilled aria-hidden /> },
    unchecked: {
      colour: token.colorTextSecondary,
      fill: token.colorFillTertiary,
      icon: <MinusCircleOutlined aria-hidden />,
    },
    none: { colour: token.colorTextQuaternary, fill: 'transparent', icon: null },
  };
  const names = Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(language.replace('_', '-'), { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2024, 0, 1 + index)),
    ),
  );
  // Weeks begin on Monday.
  const lead = (month.day() + 6) % 7;
  return (
    <Card
      size="small"
      title={month.format('YYYY-MM')}
      extra={
        <Flex gap={4}>
          <Button
            size="small"
            aria-label={text('prevMonth')}
            icon={<LeftOutlined aria-hidden />}
            onClick={() => onMonth(month.subtract(1, 'month'))}
          />
          <Button
            size="small"
            aria-label={text('nextMonth')}
            disabled={month.endOf('month').format('YYYY-MM-DD') >= today}
            icon={<RightOutlined aria-hidden />}
            onClick={() => onMonth(month.add(1, 'month'))}
          />
        </Flex>
      }
    >
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: 6 }}>
        {names.map((name) => (
          <div key={name} style={{ textAlign: 'center', color: token.colorTextSecondary, fontSize: 12 }}>
            {name}
          </div>
        ))}
        {days.map((one, index) => {
          const state = stateOf(one);
          const { colour, fill, icon } = looks[state];
          const isChosen = one.day === selected;
          const isFuture = one.day > today;
          return (
            <button
              key={one.day}
              type="button"
              disabled={isFuture}
              aria-pressed={isChosen}
              data-day={one.day}
              data-state={state}
              aria-label={`${one.day} ${text(`state.${state}`)}`}
              onClick={() => onSelect(one.day)}
              style={{
                gridColumnStart: index === 0 ? lead + 1 : 'auto',
                minHeight: 64,
                padding: '4px 6px',
                textAlign: 'start',
                cursor: isFuture ? 'default' : 'pointer',
                font: 'inherit',
                color: isFuture ? token.colorTextQuaternary : token.colorText,
                background: isFuture ? 'transparent' : fill,
                border: `1px solid ${isChosen ? token.colorPrimary : token.colorBorderSecondary}`,
                boxShadow: isChosen ? `0 0 0 1px ${token.colorPrimary}` : 'none',
                borderRadius: token.borderRadius,
              }}
            >
              <div style={{ fontWeight: one.day === today ? 700 : 400 }}>{Number(one.day.slice(8))}</div>
              {!isFuture && (
                <>
                  <div
                    style={{
                      color: colour,
                      fontSize: 12,
                      whiteSpace: 'nowrap',
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                    }}
                  >
                    {icon} {text(`state.${state}`)}
                  </div>
                  {one.rows > 0 && (
                    <div style={{ color: token.colorTextSecondary, fontSize: 12, whiteSpace: 'nowrap' }}>
                      {text('rowsShort', { n: one.rows })}
                    </div>
                  )}
                </>
              )}
            </button>
          );
        })}
      </div>
    </Card>
  );
}
