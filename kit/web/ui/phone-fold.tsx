import { DownOutlined, FilterOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Grid } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';

/** On a phone the search waits behind a button, so that the rows come first; it folds again once it has searched. */
export function PhoneFold({ isActive, children }: { readonly isActive: boolean; readonly children: ReactNode }) {
  const t = useT();
  const isWide = Grid.useBreakpoint().md === true;
  const [isOpen, setOpen] = useState(false);
  if (isWide) return children;
  return (
    <div onSubmit={() => setOpen(false)}>
      <Button
        block
        type="text"
        icon={<FilterOutlined aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isActive ? 'kit.searchActive' : 'kit.search')}
        {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
      </Button>
      <div hidden={!isOpen} style={{ paddingTop: 12 }}>
        {children}
      </div>
    </div>
  );
}
