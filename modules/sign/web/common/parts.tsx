import { Button, Space, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

const colours: Record<string, string> = {
  ordered: 'default',
  produced: 'geekblue',
  inTransit: 'gold',
  received: 'cyan',
  stock: 'blue',
  hand: 'green',
  worn: 'purple',
  scrapPending: 'orange',
  scrapped: 'default',
  lost: 'red',
  destroyed: 'default',
};

export function usePlaceName(): (place: string) => string {
  const { options } = useDict('tag_place');
  return (place) => options.find((one) => one.dictValue === place)?.dictLabel ?? place;
}
export function PlaceTag({ place }: { readonly place: string }) {
  const name = usePlaceName();
  return <Tag color={colours[place] ?? 'default'}>{name(place)}</Tag>;
}
export function useDictName(code: string): (value: string | null | undefined) => string {
  const { options } = useDict(code);
  return (value) => options.find((one) => one.dictValue === value)?.dictLabel ?? value ?? '-';
}

/** Numbers are read digit by digit: a face in which all digits are equally wide. */
export function Code({ children }: { readonly children: ReactNode }) {
  return (
    <span data-record style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {children}
    </span>
  );
}

export interface StateTab {
  readonly key: string;
  readonly label: string;
  readonly filter: Readonly<Record<string, string | null>>;
}
/** Buttons that set the list's own filters; which one is on follows from them. */
export function StateTabs({ tabs }: { readonly tabs: readonly StateTab[] }) {
  const url = useUrlState();
  const isOn = (tab: StateTab) =>
    Object.entries(tab.filter).every(([name, value]) => (url.get(name) ?? null) === value);
  return (
    <Space wrap size={4} style={{ marginBlockEnd: 8 }}>
      {tabs.map((tab) => (
        <Button
          key={tab.key}
          size="small"
          type={isOn(tab) ? 'primary' : 'default'}
          onClick={() => url.set({ ...tab.filter, page: null })}
        >
          {tab.label}
        </Button>
      ))}
    </Space>
  );
}

export const numberText = (n: number): string => n.toLocaleString('en-US');

export function Figure({
  title,
  value,
  note,
  onClick,
  isBad,
}: {
  readonly title: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly onClick?: (() => void) | undefined;
  readonly isBad?: boolean;
}) {
  const body = (
    <>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <Typography.Title level={2} style={{ margin: 0 }} {...(isBad && { type: 'danger' as const })}>
        {value}
      </Typography.Title>
      {note && <Typography.Text type="secondary">{note}</Typography.Text>}
    </>
  );
  if (!onClick) return <div>{body}</div>;
  return (
    <Button
      type="text"
      onClick={onClick}
      style={{ height: 'auto', textAlign: 'start', display: 'block', paddingInline: 8 }}
    >
      {body}
    </Button>
  );
}
