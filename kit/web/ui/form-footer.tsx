import { Button, Flex, theme } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { useConfirmLeave } from './use-confirm-leave.ts';

interface FormFooterProps {
  readonly form: { readonly isDirty: boolean; restart(): void };
  /** Beside the way out: saving, and whatever else ends the form. */
  readonly children: ReactNode;
}

/** The foot of a form that is a page: always in sight, with a way out that asks before anything typed is lost. */
export function FormFooter({ form, children }: FormFooterProps) {
  const t = useT();
  const { token } = theme.useToken();
  const { closePage } = usePage();
  const confirmLeave = useConfirmLeave();
  const leave = async () => {
    if (form.isDirty && !(await confirmLeave())) return;
    form.restart();
    closePage();
  };
  return (
    <Flex justify="end" gap={8} wrap style={{ ...foot, background: token.colorBgLayout }}>
      <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
      {children}
    </Flex>
  );
}

// Reaches down through the page's own margin, where fields would shine through.
const foot = {
  position: 'sticky',
  bottom: 'calc(-1 * var(--ml-gutter, 16px))',
  paddingBlock: 12,
  zIndex: 5,
} as const;
