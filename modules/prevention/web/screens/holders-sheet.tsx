import { Opens } from '#kit/web/screen/figure.tsx';
import { useNumbers } from '#kit/web/screen/numbers.ts';
import css from '#kit/web/screen/screen.module.css';
import type { ScreenContext } from './screen-frame.tsx';

interface Holder {
  readonly id: number;
  readonly holder: string;
  readonly heads: number;
  readonly due: number;
  readonly done: number;
  readonly worker: string | null;
}

/** The households of a village: what stands there, what was done, and by whom it is looked after. */
export function HoldersSheet({ context }: { readonly context: ScreenContext }) {
  const { number } = useNumbers();
  const rows = context.rows<Holder>('holders');
  return (
    <aside className={css.sheet} data-testid="holders">
      <table className={css.table}>
        <thead>
          <tr>
            <th>{context.text('holder')}</th>
            <th>{context.text('stock')}</th>
            <th>{context.text('doneOfDue')}</th>
            <th>{context.text('worker')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id}>
              <td className={css.cut} style={{ maxWidth: 130 }} title={one.holder}>
                <Opens to={`/ant/animalProtection/householdDetail?id=${one.id}`}>{one.holder}</Opens>
              </td>
              <td>{number(one.heads)}</td>
              <td>
                <Opens to={context.opens('holders', one, 'due')}>
                  {number(one.done)} / {number(one.due)}
                </Opens>
              </td>
              <td>{one.worker ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}
