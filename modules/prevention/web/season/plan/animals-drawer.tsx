import { Drawer } from 'antd';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { type AnimalsOf, AnimalsTable, type How } from './animals-table.tsx';

interface Props {
  readonly title: string;
  readonly of: AnimalsOf;
  readonly first?: How | undefined;
  onClose(): void;
}

export function AnimalsDrawer({ title, of, first, onClose }: Props) {
  useReturnFocus();
  return (
    <Drawer open size="min(1080px, 100vw)" title={<span data-record>{title}</span>} onClose={onClose}>
      <AnimalsTable of={of} first={first} />
    </Drawer>
  );
}
