import { Tree } from 'antd';
import type { GivenFunction } from '#modules/registry/contract/people/sub-admin.ts';

interface Props {
  readonly functions: readonly GivenFunction[];
  readonly value: readonly string[];
  onChange(value: string[]): void;
}

interface Node {
  key: string;
  title: string;
  children?: Node[];
}

/** Branch, page, action; only what the giver holds is there to be ticked. */
function nest(functions: readonly GivenFunction[]): Node[] {
  return [...Map.groupBy(functions, (one) => one.group)].map(([group, inGroup]) => ({
    key: `group ${group}`,
    title: group,
    children: [...Map.groupBy(inGroup, (one) => one.page)].map(([page, onPage]) => ({
      key: `page ${group} ${page}`,
      title: page,
      children: onPage.map((one) => ({ key: one.permission, title: one.name })),
    })),
  }));
}

export function FunctionTree({ functions, value, onChange }: Props) {
  const known = new Set(functions.map((one) => one.permission));
  // What the giver lost meanwhile cannot be given again, and is dropped by saving.
  return (
    <Tree<Node>
      checkable
      selectable={false}
      height={360}
      treeData={nest(functions)}
      defaultExpandedKeys={[...new Set(functions.map((one) => `group ${one.group}`))].slice(0, 2)}
      checkedKeys={value.filter((one) => known.has(one))}
      onCheck={(checked) => onChange((checked as string[]).filter((one) => known.has(one)))}
    />
  );
}
