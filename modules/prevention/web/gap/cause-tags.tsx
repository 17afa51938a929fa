import { Space, Tag } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { GapCauses } from '#modules/prevention/contract/gap/gap-order.ts';

interface Props {
  readonly causes: GapCauses | undefined;
  /** Of one village nobody is counted. */
  readonly isVillage: boolean;
  /** Where refused and shut doors are listed. */
  readonly listPath?: string | undefined;
}

/** Why it is not done, as far as the records say: beside the gap. */
export function CauseTags({ causes, isVillage, listPath }: Props) {
  const text = useTexts('prevention.gapPage');
  if (!causes) return null;
  const counted = (name: 'noWorker' | 'emptyBox') =>
    isVillage ? text(name) : text(`${name}Villages`, { n: causes[name] });
  const doors = (name: 'refused' | 'absent') => {
    const words = text(`${name}Doors`, { n: causes[name] });
    if (!listPath) return words;
    return (
      <PageLink to={`${listPath}&status=${name}`}>
        <span style={{ fontSize: 12 }}>{words}</span>
      </PageLink>
    );
  };
  return (
    <Space size={4} wrap>
      {causes.noWorker > 0 && <Tag color="red">{counted('noWorker')}</Tag>}
      {causes.emptyBox > 0 && <Tag color="orange">{counted('emptyBox')}</Tag>}
      {causes.refused > 0 && <Tag color="volcano">{doors('refused')}</Tag>}
      {causes.absent > 0 && <Tag color="gold">{doors('absent')}</Tag>}
    </Space>
  );
}
