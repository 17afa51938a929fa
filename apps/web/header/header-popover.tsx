import { Popover } from 'antd';
import { type ReactElement, type ReactNode, Suspense } from 'react';

const width = 400;

interface HeaderPopoverProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  /** Loaded when it is first opened. */
  readonly panel: ReactNode;
  readonly children: ReactElement;
}

/** What a button of the header shows below itself. */
export function HeaderPopover({ open, onOpenChange, panel, children }: HeaderPopoverProps) {
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={onOpenChange}
      styles={{ root: { width, maxWidth: 'calc(100vw - 16px)' }, container: { padding: 0 } }}
      content={<Suspense fallback={null}>{panel}</Suspense>}
    >
      {children}
    </Popover>
  );
}
