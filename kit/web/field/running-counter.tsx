import { Typography } from 'antd';
import './field.css';

interface Props {
  readonly n: number;
  readonly label: string;
  /** How many there are to be. */
  readonly of?: number;
  /** What was counted last. */
  readonly last?: string | undefined;
}

/** How many so far, large enough for an arm's length, and read out as it grows. */
export function RunningCounter({ n, of, label, last }: Props) {
  return (
    <output className="ml-counter" data-full={of !== undefined && n >= of} aria-live="polite">
      <span>
        {label} <strong>{n}</strong>
        {of !== undefined && ` / ${of}`}
      </span>
      {last && (
        <Typography.Text type="secondary" ellipsis data-record>
          {last}
        </Typography.Text>
      )}
    </output>
  );
}
