import { App } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

/** Asks before typed text is given up; resolves to whether it may be. */
export function useConfirmLeave(): () => Promise<boolean> {
  const t = useT();
  const { modal } = App.useApp();
  return async () =>
    modal.confirm({
      title: t('kit.unsaved'),
      okText: t('kit.leave'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
    });
}
