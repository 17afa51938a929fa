import { Modal } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { calcPort } from './calc-port.ts';

// Few sums are asked how they came about.
const CalcView = lazy(() => import('./calc-view.tsx'));

interface Props {
  readonly entity: string;
  readonly id: number;
  /** The sum as the row shows it. */
  readonly children: ReactNode;
}

/** A sum that says, when it is pressed, how it came about; on paper it is the sum. */
export function SumButton({ entity, id, children }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (!calcPort.current) return <span>{children}</span>;
  return (
    <>
      <TextButton data-figure title={t('calc.title')} onClick={() => setOpen(true)}>
        {children}
      </TextButton>
      <Modal open={isOpen} title={t('calc.title')} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        <Suspense fallback={<Waiting />}>
          <CalcView entity={entity} id={id} />
        </Suspense>
      </Modal>
    </>
  );
}
