import { App } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';

/** R26, R27: what is only a warning is read and confirmed before it is done. */
export function useWarned(): (words: readonly string[]) => Promise<boolean> {
  const t = useT();
  const { modal } = App.useApp();
  const text = (key: string) => t.any(`registry.animalForm.${key}`);
  return async (words) => {
    const said = [...new Set(words)];
    if (said.length === 0) return true;
    return await modal.confirm({
      title: text('warnTitle'),
      content: said.map((one) => <div key={one}>{one}</div>),
      okText: text('warnGoOn'),
      cancelText: text('warnBack'),
    });
  };
}
