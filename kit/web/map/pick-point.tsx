import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Typography } from 'antd';
import { useState } from 'react';
import type { Point } from '#kit/contract/field.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { prefectureOf, villageOf } from './centre.ts';
import { PinMap } from './pin-map.tsx';

interface PickPointProps {
  readonly value: Point | null;
  onPick(place: Point): void;
  onClose(): void;
}

export default function PickPoint({ value, onPick, onClose }: PickPointProps) {
  const t = useT();
  const { user } = useSession();
  const [pin, setPin] = useState(value);
  const [isUnable, setUnable] = useState(false);
  const around = prefectureOf(user.regionCode);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Modal
      open
      title={t('kit.pickOnMap')}
      width={760}
      onCancel={onClose}
      onOk={() => {
        if (pin) onPick(pin);
        onClose();
      }}
      okButtonProps={{ disabled: pin === null }}
    >
      {isUnable ? (
        <Alert type="warning" showIcon title={t('kit.noMap')} />
      ) : (
        <>
          <PinMap
            centre={villageOf(user)}
            pin={pin}
            boundaries={boundaries.data}
            onPin={setPin}
            onUnable={() => setUnable(true)}
          />
          <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }} aria-live="polite">
            {pin ? t('kit.pinAt', { longitude: pin.longitude, latitude: pin.latitude }) : t('kit.pinHint')}
            {' · '}
            {t('kit.mapSchematic')}
          </Typography.Paragraph>
        </>
      )}
    </Modal>
  );
}
