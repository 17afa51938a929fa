import { Flex, Popover, Tag, Typography, theme } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { BoardHovel, BoardPen } from '#modules/farm/contract/board/board.ts';

/** Houses with their pens as boxes: how full, who is sick, what is wrong. */
export function Hovels({ hovels }: { readonly hovels: readonly BoardHovel[] }) {
  return (
    <Flex vertical gap={10}>
      {hovels.map((hovel) => (
        <section key={hovel.id}>
          <Typography.Text type="secondary" data-record>
            {hovel.name} · {hovel.pens.reduce((sum, pen) => sum + pen.head, 0)}
          </Typography.Text>
          <div style={{ display: 'grid', gap: 8, gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))' }}>
            {hovel.pens.map((pen) => (
              <PenBox key={pen.id} pen={pen} />
            ))}
          </div>
        </section>
      ))}
    </Flex>
  );
}

function PenBox({ pen }: { readonly pen: BoardPen }) {
  const text = useTexts('farm.board');
  const { token } = theme.useToken();
  const share = pen.capacity > 0 ? pen.head / pen.capacity : 0;
  const isOver = pen.capacity > 0 && pen.head > pen.capacity;
  const edge =
    isOver || pen.sick > 0
      ? token.colorError
      : pen.alarms > 0 || pen.wrong > 0
        ? token.colorWarning
        : token.colorBorder;
  return (
    <Popover
      trigger="click"
      title={<span data-record>{pen.name}</span>}
      content={
        <Flex vertical gap={4} style={{ maxInlineSize: 260 }}>
          {pen.stages.map((one) => (
            <Flex key={one.name} justify="space-between" gap={16}>
              <span data-record>{one.name}</span>
              <strong>{one.n}</strong>
            </Flex>
          ))}
          {pen.keeper && <span data-record>{text('keeper', { name: pen.keeper })}</span>}
          {pen.planMeals > 0 && <span>{text('fedMeals', { n: pen.fedMeals, of: pen.planMeals })}</span>}
          {pen.leftPct !== null && <span>{text('leftPct', { n: pen.leftPct })}</span>}
          {pen.wrong > 0 && <span>{text('wrong', { n: pen.wrong })}</span>}
          <PageLink to={`/anm/animal/info?penId=${pen.id}&status=live`}>{text('animals')}</PageLink>
          <PageLink to={`/anm/feeding/record?penId=${pen.id}`}>{text('feedings')}</PageLink>
        </Flex>
      }
    >
      <button
        type="button"
        aria-label={text('penLabel', { pen: pen.name, n: pen.head, of: pen.capacity })}
        style={{
          cursor: 'pointer',
          textAlign: 'start',
          font: 'inherit',
          color: token.colorText,
          padding: '6px 8px',
          border: `1px solid ${edge}`,
          borderRadius: token.borderRadius,
          background: `linear-gradient(to right, ${token.colorPrimaryBg} ${Math.min(100, share * 100)}%, transparent 0)`,
        }}
      >
        <Flex justify="space-between" align="baseline">
          <strong data-record>{pen.name}</strong>
          <span style={{ fontVariantNumeric: 'tabular-nums' }}>
            {pen.head}/{pen.capacity}
          </span>
        </Flex>
        <Flex gap={2} wrap style={{ minHeight: 22 }}>
          {pen.sick > 0 && <Tag color="red">{text('markSick', { n: pen.sick })}</Tag>}
          {isOver && <Tag color="red">{text('markOver')}</Tag>}
          {pen.wrong > 0 && <Tag color="orange">{text('markWrong', { n: pen.wrong })}</Tag>}
          {pen.leftPct !== null && pen.leftPct > 10 && <Tag color="orange">{text('markLeft', { n: pen.leftPct })}</Tag>}
          {pen.planMeals > 0 && pen.head > 0 && pen.fedMeals >= pen.planMeals && (
            <Tag color="green">{text('markFed')}</Tag>
          )}
        </Flex>
      </button>
    </Popover>
  );
}
