import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, InputNumber, Space, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

const PickPoint = lazy(() => import('#kit/web/map/pick-point.tsx'));

/** Two numbers and a map; a half-typed place stays as it is, and the check says what is missing. */
export function PointField(props: FieldInputProps<Partial<Point>>) {
  const { id, value, onChange, onBlur, disabled } = props;
  const t = useT();
  const [picking, setPicking] = useState(false);
  const set = (part: keyof Point, number: number | null) => {
    const { [part]: _, ...rest } = value ?? {};
    const next = number === null ? rest : { ...rest, [part]: number };
    onChange(Object.keys(next).length > 0 ? next : null);
  };
  const input = (part: keyof Point, inputId: string) => (
    <InputNumber<number>
      id={inputId}
      value={value?.[part] ?? null}
      onChange={(number) => set(part, number)}
      onBlur={onBlur}
      disabled={disabled}
      precision={6}
      controls={false}
      placeholder={t(`kit.${part}`)}
      aria-label={t(`kit.${part}`)}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
  return (
    <>
      <Space.Compact block>
        {input('longitude', id)}
        {input('latitude', `${id}-latitude`)}
        <Tooltip title={t('kit.pickOnMap')}>
          <Button
            icon={<EnvironmentOutlined />}
            aria-label={t('kit.pickOnMap')}
            disabled={disabled}
            onClick={() => setPicking(true)}
          />
        </Tooltip>
      </Space.Compact>
      {picking && (
        <Suspense fallback={null}>
          <PickPoint value={isWhole(value) ? value : null} onPick={onChange} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  );
}

function isWhole(value: Partial<Point> | null | undefined): value is Point {
  return value?.longitude !== undefined && value.latitude !== undefined;
}
