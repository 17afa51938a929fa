import { Alert, Flex, Input, Space, Tag, Tooltip, Tree, Typography } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import type { FunctionItemNode } from '#modules/platform/contract/role/sys-function.ts';
import { withNeeds, withoutThese } from './choose-items.ts';
import { useFunctionTree } from './use-function-tree.ts';

interface Props {
  readonly value: readonly number[];
  onChange?(ids: number[]): void;
  /** What is marked against: more than it is an extra, less a removal. */
  readonly base?: readonly number[] | undefined;
  readonly height?: number;
}

/** Systems, groups and items to tick. What an item needs is ticked with it, what cannot be without it goes with it. */
export function ItemTree({ value, onChange, base, height = 460 }: Props) {
  const joined = useJoined();
  const text = useTexts('platform.itemTree');
  const { systems, items, error, isPending, refetch } = useFunctionTree();
  const [word, setWord] = useState('');
  const [open, setOpen] = useState<string[]>([]);
  const [note, setNote] = useState<string | null>(null);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  const chosen = new Set(value);
  const compared = base ? new Set(base) : null;
  const wanted = word.trim().toLowerCase();
  const fits = (item: FunctionItemNode) =>
    !wanted || item.itemName.toLowerCase().includes(wanted) || item.itemCode.toLowerCase().includes(wanted);
  const nameOf = (id: number) => items.get(id)?.itemName ?? String(id);

  const treeData = systems
    .map((system) => {
      const groups = system.groups
        .map((group) => ({ ...group, items: group.items.filter(fits) }))
        .filter((group) => group.items.length > 0);
      const all = system.groups.flatMap((group) => group.items);
      const n = all.filter((item) => chosen.has(item.itemId)).length;
      return {
        key: `s${system.systemId}`,
        title: (
          <Typography.Text strong>
            {system.systemName}{' '}
            <Typography.Text type="secondary">
              {n}/{all.length}
            </Typography.Text>
          </Typography.Text>
        ),
        children: groups.map((group) => ({
          key: `g${group.groupId}`,
          title: group.groupName,
          children: group.items.map((item) => ({ key: `i${item.itemId}`, title: titleOf(item) })),
        })),
      };
    })
    .filter((system) => system.children.length > 0);

  function titleOf(item: FunctionItemNode) {
    const isOn = chosen.has(item.itemId);
    const isExtra = compared && isOn && !compared.has(item.itemId);
    const isGone = compared && !isOn && compared.has(item.itemId);
    return (
      <Space size={6}>
        <Tooltip title={item.actions.join('  ')}>
          <span>{item.itemName}</span>
        </Tooltip>
        {item.required && <Tag>{text('required')}</Tag>}
        {isExtra && <Tag color="success">{text('extra')}</Tag>}
        {isGone && <Tag color="error">{text('removed')}</Tag>}
      </Space>
    );
  }

  const check = (ticked: readonly (string | number)[]) => {
    const shown = new Set(
      treeData.flatMap((system) =>
        system.children.flatMap((group) => group.children.map((item) => Number(item.key.slice(1)))),
      ),
    );
    const on = new Set(ticked.filter((key) => String(key).startsWith('i')).map((key) => Number(String(key).slice(1))));
    const added = [...on].filter((id) => !chosen.has(id));
    const gone = new Set([...chosen].filter((id) => shown.has(id) && !on.has(id)));
    const next = gone.size > 0 ? withoutThese(items, chosen, gone) : withNeeds(items, new Set([...chosen, ...added]));
    const isHeld = [...gone].filter((id) => next.has(id));
    const settled = withNeeds(items, next);
    const back = [...gone].filter((id) => settled.has(id));
    const also = [...settled].filter((id) => !chosen.has(id) && !added.includes(id));
    const lost = [...chosen].filter((id) => !settled.has(id) && !gone.has(id));
    setNote(
      back.length + isHeld.length > 0
        ? text('held', { names: joined([...new Set([...back, ...isHeld])].map(nameOf)) })
        : also.length > 0
          ? text('also', { names: joined(also.map(nameOf)) })
          : lost.length > 0
            ? text('lost', { names: joined(lost.map(nameOf)) })
            : null,
    );
    onChange?.([...settled].sort((one, other) => one - other));
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={12} align="center" wrap>
        <Input.Search
          allowClear
          placeholder={text('search')}
          aria-label={text('search')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          style={{ width: 260 }}
        />
        <Typography.Text type="secondary">{text('chosen', { n: chosen.size, all: items.size })}</Typography.Text>
      </Flex>
      {note && (
        <Alert
          type="info"
          showIcon
          title={<span data-record>{note}</span>}
          closable={{ onClose: () => setNote(null) }}
        />
      )}
      <Tree
        checkable
        selectable={false}
        disabled={!onChange}
        height={height}
        treeData={treeData}
        checkedKeys={[...chosen].map((id) => `i${id}`)}
        {...(wanted
          ? { expandedKeys: treeData.flatMap((one) => [one.key, ...one.children.map((group) => group.key)]) }
          : { expandedKeys: open })}
        onExpand={(keys) => setOpen(keys.map(String))}
        onCheck={(keys) => check(Array.isArray(keys) ? (keys as string[]) : (keys.checked as string[]))}
      />
    </Flex>
  );
}
