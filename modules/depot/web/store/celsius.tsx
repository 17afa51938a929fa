import { Typography } from 'antd';

interface Props {
  readonly celsius: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export const isOutside = ({ celsius, min, max }: Props): boolean =>
  celsius !== null && ((min !== null && celsius < min) || (max !== null && celsius > max));

/** A temperature, red where the store should not be that warm or cold. */
export function Celsius(props: Props) {
  if (props.celsius === null) return <span>-</span>;
  const text = `${props.celsius.toFixed(1)} °C`;
  return isOutside(props) ? (
    <Typography.Text type="danger" strong>
      {text}
    </Typography.Text>
  ) : (
    <span>{text}</span>
  );
}
