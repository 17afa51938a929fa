import { App } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';

/** R26, R27: what is only a warning is read and confirmed before it is done. */
export function useWarned(): (words: readonly string[]) => Promise<boolean> {
  const { modal } = App.useApp();
  const text = useTexts('registry.animalForm');
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
