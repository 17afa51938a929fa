import { HolderOutlined } from '@ant-design/icons';
import { theme } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';

export type DropPlace = 'before' | 'into' | 'after';

interface RowDragProps {
  readonly children: ReactNode;
  /** A row dropped into the middle of another becomes its child. */
  readonly isTree?: boolean;
  onDrop(from: number, to: number, place: DropPlace): void;
}

const dataType = 'application/x-row';

/** Lets rows of the table inside be dragged by their handle; rows are known by the key antd writes on them. */
export function RowDrag({ children, isTree = false, onDrop }: RowDragProps) {
  const { token } = theme.useToken();
  const [mark, setMark] = useState<{ top: number; height: number; place: DropPlace } | null>(null);
  const target = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(dataType)) return null;
    const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row-key], .ant-table-row[data-row-key]');
    if (!row) return null;
    const box = row.getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    const edge = isTree ? 0.3 : 0.5;
    const place: DropPlace = share < edge ? 'before' : share > 1 - edge ? 'after' : 'into';
    return { id: Number(row.dataset.rowKey), box, place };
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: order and parent can be typed in the form; dragging is the quick way
    <div
      style={{ position: 'relative' }}
      onDragOver={(event) => {
        const over = target(event);
        if (!over) return;
        event.preventDefault();
        const { top } = event.currentTarget.getBoundingClientRect();
        setMark({ top: over.box.top - top, height: over.box.height, place: over.place });
      }}
      onDragLeave={() => setMark(null)}
      onDrop={(event) => {
        const over = target(event);
        setMark(null);
        if (!over) return;
        event.preventDefault();
        const from = Number(event.dataTransfer.getData(dataType));
        if (from && from !== over.id) onDrop(from, over.id, over.place);
      }}
    >
      {children}
      {mark && (
        <div
          style={{
            position: 'absolute',
            insetInline: 0,
            pointerEvents: 'none',
            zIndex: 3,
            ...(mark.place === 'into'
              ? { top: mark.top, height: mark.height, outline: `2px solid ${token.colorPrimary}`, outlineOffset: -2 }
              : {
                  top: mark.place === 'before' ? mark.top - 1 : mark.top + mark.height - 1,
                  height: 2,
                  background: token.colorPrimary,
                }),
          }}
        />
      )}
    </div>
  );
}

/** What a row is dragged by. */
export function DragHandle({ id, title }: { readonly id: number; readonly title: string }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a handle for the mouse; the form does the same for the keyboard
    <span
      draggable
      title={title}
      onDragStart={(event) => {
        event.dataTransfer.setData(dataType, String(id));
        event.dataTransfer.effectAllowed = 'move';
      }}
      style={{ cursor: 'grab', paddingInline: 4, marginInlineEnd: 4 }}
    >
      <HolderOutlined aria-hidden />
    </span>
  );
}

/** Ids in the order they have once `from` was dropped beside `to`. */
export function reordered(ids: readonly number[], from: number, to: number, place: DropPlace): number[] {
  const rest = ids.filter((id) => id !== from);
  const at = rest.indexOf(to);
  rest.splice(place === 'after' ? at + 1 : at, 0, from);
  return rest;
}
