import { Tag } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { GapState } from '#modules/prevention/contract/gap/gap-order.ts';
import { useLabel } from '../common/use-label.ts';

const colours: Readonly<Record<string, string>> = { open: 'blue', answered: 'purple', escalated: 'red' };

/** How far an order is, on the row of its gap: who was asked, until when, what they said. */
export function GapTag({ state }: { readonly state: GapState }) {
  const text = useTexts('prevention.gapPage');
  const [status, cause, level] = [useLabel('gap_order_status'), useLabel('gap_cause'), useLabel('gap_level')];
  const words = [
    state.status === 'escalated' ? text('escalatedTo', { level: level(state.level) }) : status(state.status),
    state.cause ? cause(state.cause) : null,
    text(state.isLate ? 'late' : 'until', { on: state.dueOn.slice(5) }),
  ].filter(Boolean);
  return (
    <PageLink to={`/ant/preventionMange/gapOrder?open=detail:${state.id}`}>
      <Tag color={state.isLate ? 'red' : (colours[state.status] ?? 'default')} style={{ whiteSpace: 'normal' }}>
        {words.join(' · ')}
      </Tag>
    </PageLink>
  );
}
