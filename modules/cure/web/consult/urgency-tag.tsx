import { Tag } from 'antd';
import { DictName } from '#modules/registry/web/index.ts';

const colours: Readonly<Record<string, string>> = { critical: 'error', urgent: 'warning', normal: 'default' };

export function UrgencyTag({ urgency }: { readonly urgency: string }) {
  return (
    <Tag color={colours[urgency] ?? 'default'}>
      <DictName dict="consult_urgency" value={urgency} />
    </Tag>
  );
}
