import { Alert, Flex } from 'antd';
import type { ComponentType } from 'react';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';

const shares = /(coverage|density|Rate|Pct|target|gain|Share|mean)$/i;

/** The number that was clicked, and what it counts: above the page that proves it. */
function FigureNote() {
  const t = useT();
  const text = useTexts('prevention.figureNote');
  const url = useUrlState();
  const { number, percent } = useNumbers();
  const [code = '', told = ''] = url.get('figure')?.split('~') ?? [];
  const value = Number(told);
  if (!code || told === '' || Number.isNaN(value)) return null;
  const [group = '', name = ''] = code.split('.');
  const key = `${group}_${name}`;
  const known = t.any(`prevention.figureNote.is.${key}`);
  const isKnown = !known.includes(key);
  const words = isKnown ? known : text('rows');
  const shown = shares.test(name) && Math.abs(value) <= 1 ? percent(value) : number(value);
  return (
    <Alert
      type="info"
      style={{ marginBottom: 12 }}
      closable={{ onClose: () => url.set({ figure: null }, { replace: true }) }}
      title={
        <Flex gap={12} wrap align="baseline">
          <b data-figure={code} style={{ fontSize: 20 }}>
            {shown}
          </b>
          <span>{words}</span>
        </Flex>
      }
    />
  );
}

/** A page that numbers of the screens open. */
export function withFigure(Page: ComponentType): ComponentType {
  return () => (
    <>
      <FigureNote />
      <Page />
    </>
  );
}
