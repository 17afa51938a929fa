import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { setApiPorts } from '#kit/web/api/ports.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { type Reason, Reasons, reasonsOf } from './reasons.tsx';

interface Refused {
  readonly text: string;
  readonly reasons: readonly Reason[];
}

/** Stands once in the shell: a call that was refused by rules is explained here, instead of in a sentence that passes. */
export function WhyNot() {
  const t = useT();
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => {
    setApiPorts({
      explain: (text, data) => {
        const reasons = reasonsOf(data);
        if (reasons.length > 0) setRefused({ text, reasons });
        return reasons.length > 0;
      },
    });
    return () => setApiPorts({ explain: () => false });
  }, []);
  const close = () => setRefused(null);
  return (
    <Modal
      open={refused !== null}
      title={t('kit.whyNot.title')}
      onCancel={close}
      onOk={close}
      footer={null}
      width={560}
    >
      {refused && (
        // A link leads to another page of the shell: what is explained stays behind.
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside are what is pressed
        <div onClick={(event) => (event.target as Element).closest('a') && close()}>
          <Reasons reasons={refused.reasons} />
        </div>
      )}
    </Modal>
  );
}
