import { PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Flex, List, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { type Fence, type FenceRule, fenceRule } from '#modules/device/contract/fence/fence.ts';
import { useLabel } from '../common/names.ts';
import { useRows } from '../common/rows.ts';
import { LevelTag } from '../common/state.tsx';
import { Steps } from '../common/steps.tsx';

const FormDrawer = panelLater(async () => (await import('#kit/web/resource/form-drawer.tsx')).FormDrawer);

/** The rules of a fence as sentences. */
export function RuleList({ fence }: { readonly fence: Fence }) {
  const joined = useJoined();
  const text = useTexts('device.fencePage');
  const label = { trigger: useLabel('fence_trigger'), scope: useLabel('fence_rule_scope'), stage: useLabel('stage') };
  const { rows } = useRows(fenceRule, { fenceId: String(fence.id), pageSize: '50' });
  const [open, setOpen] = useState<FenceRule | 'new' | null>(null);
  const sentence = (rule: FenceRule) =>
    [
      label.trigger(rule.trigger),
      rule.scope === 'stages' ? joined((rule.scopeWords ?? []).map(label.stage)) : label.scope(rule.scope),
      rule.minutes === null ? null : text('minutes', { n: rule.minutes }),
      rule.fromTime && rule.toTime ? `${rule.fromTime}–${rule.toTime}` : text('always'),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Flex vertical gap={8}>
      <Flex justify="space-between">
        <Typography.Text strong>{text('rules')}</Typography.Text>
        {fence._can.includes('edit') && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('new')}>
            {text('addRule')}
          </Button>
        )}
      </Flex>
      <List
        size="small"
        dataSource={rows}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noRules')} /> }}
        renderItem={(rule) => (
          <List.Item
            actions={[<Steps key="steps" resource={fenceRule} row={rule} names={['enable', 'disable']} size="small" />]}
          >
            <Flex gap={8} wrap>
              <LevelTag level={rule.level} />
              {rule._can.includes('edit') ? (
                <Typography.Link onClick={() => setOpen(rule)}>{sentence(rule)}</Typography.Link>
              ) : (
                sentence(rule)
              )}
              {rule.status === 'disabled' && <Tag>{text('off')}</Tag>}
            </Flex>
          </List.Item>
        )}
      />
      {open !== null && (
        <FormDrawer
          resource={fenceRule}
          {...(open !== 'new' && { id: open.id })}
          initial={{ fenceId: fence.id, trigger: 'leave', scope: 'all', level: 'warn' }}
          onClose={() => setOpen(null)}
        />
      )}
    </Flex>
  );
}
