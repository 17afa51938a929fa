import { AimOutlined } from '@ant-design/icons';
import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useWords } from '../texts.ts';
import type { VisitForm } from './form.ts';

interface Props {
  readonly value: VisitForm['location'];
  onChange(value: VisitForm['location']): void;
}

/** Where the worker stands, if the device knows and the worker lets it tell. */
export function PlaceField({ value, onChange }: Props) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [isDenied, setDenied] = useState(false);
  const locate = () => {
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onChange({ longitude: Number(coords.longitude.toFixed(6)), latitude: Number(coords.latitude.toFixed(6)) });
        setDenied(false);
        setBusy(false);
      },
      () => {
        setDenied(true);
        setBusy(false);
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return (
    <Flex gap={8} align="center" wrap>
      <Button
        icon={<AimOutlined aria-hidden />}
        loading={busy}
        onClick={locate}
        disabled={!('geolocation' in navigator)}
      >
        {words('locate')}
      </Button>
      <Typography.Text type={isDenied ? 'warning' : 'secondary'}>
        {value ? `${value.longitude}, ${value.latitude}` : words(isDenied ? 'noPlace' : 'placeHint')}
      </Typography.Text>
    </Flex>
  );
}
