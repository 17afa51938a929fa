import { moneyText } from '#kit/web/ui/money.ts';
import type { CellProps } from './cell-props.ts';

export const MoneyCell = ({ value }: CellProps<number>) => <span>{moneyText(value)}</span>;
