import { DeleteOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, DatePicker, Empty, Flex, Form, Image, Popconfirm, Switch, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import {
  type AnimalPhoto,
  addAnimalPhotos,
  type angles,
  animalPhotos,
  removeAnimalPhoto,
  showAnimalPhoto,
} from '#modules/registry/contract/animal/animal-photo.ts';
import { PhotoInput } from './entry/photo-input.tsx';
import { DictChoice, DictName } from './names.tsx';

/** Pictures by angle and day; the public page shows only what is set free here. */
export function Photos({ id }: { readonly id: number }) {
  const t = useT();
  const client = useQueryClient();
  const mayAdd = useCan('pri:animal:edit');
  const key = ['registry.animal', 'photos', id];
  const renew = () => client.invalidateQueries({ queryKey: key });
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(animalPhotos, { params: { id }, quiet: true }),
    // Links end after ten minutes.
    staleTime: 300_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={16}>
      {mayAdd && <AddPhotos animalId={id} onAdded={renew} />}
      {data.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('registry.animalPhoto.none')} />
      ) : (
        <Image.PreviewGroup>
          <Flex gap={12} wrap>
            {data.map((one) => (
              <Photo key={one.id} photo={one} onChanged={renew} />
            ))}
          </Flex>
        </Image.PreviewGroup>
      )}
    </Flex>
  );
}

function Photo({ photo, onChanged }: { readonly photo: AnimalPhoto; onChanged(): Promise<void> }) {
  const t = useT();
  const text = useTexts('registry.animalPhoto');
  const [busy, setBusy] = useState(false);
  const done = (work: Promise<unknown>, said: string) => {
    setBusy(true);
    // The client has said why when it fails.
    void work
      .then(
        async () => {
          notify('success', said);
          await onChanged();
        },
        () => {},
      )
      .finally(() => setBusy(false));
  };
  return (
    <Card
      size="small"
      style={{ width: 200 }}
      cover={
        <Image
          src={photo.thumbUrl}
          preview={{ src: photo.url }}
          alt={photo.takenOn}
          style={{ height: 150, width: '100%', objectFit: 'cover' }}
        />
      }
    >
      <Flex vertical gap={8}>
        <Flex justify="space-between" gap={4}>
          <DictName dict="photo_angle" value={photo.angle} />
          <Typography.Text type="secondary">{photo.takenOn}</Typography.Text>
        </Flex>
        {photo.canEdit && (
          <Flex justify="space-between" align="center">
            <Switch
              size="small"
              checked={photo.isPublic}
              loading={busy}
              checkedChildren={text('public')}
              unCheckedChildren={text('hidden')}
              aria-label={text('public')}
              onChange={(isPublic) => done(call(showAnimalPhoto, { body: { id: photo.id, isPublic } }), t('ok.saved'))}
            />
            <Popconfirm
              title={text('removeAsk')}
              onConfirm={() => done(call(removeAnimalPhoto, { body: { id: photo.id } }), t('ok.removed'))}
            >
              <Button type="text" danger size="small" icon={<DeleteOutlined />} aria-label={t('kit.remove')} />
            </Popconfirm>
          </Flex>
        )}
      </Flex>
    </Card>
  );
}

function AddPhotos({ animalId, onAdded }: { readonly animalId: number; onAdded(): Promise<void> }) {
  const t = useT();
  const formId = useId();
  const text = useTexts('registry.animalPhoto');
  const [angle, setAngle] = useState<(typeof angles)[number]>('whole');
  const [takenOn, setTakenOn] = useState(dayjs().format(dateFormat));
  const [fileIds, setFileIds] = useState<readonly number[]>([]);
  const [round, setRound] = useState(0);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call(addAnimalPhotos, { body: { animalId, fileIds: [...fileIds], angle, takenOn } });
      notify('success', t('ok.saved'));
      setFileIds([]);
      setRound((old) => old + 1);
      await onAdded();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form layout="inline" style={{ rowGap: 8 }}>
      <Form.Item label={text('angle')} htmlFor={`${formId}-angle`}>
        <DictChoice
          id={`${formId}-angle`}
          dict="photo_angle"
          value={angle}
          onChange={(next) => setAngle((next as typeof angle) ?? 'whole')}
        />
      </Form.Item>
      <Form.Item label={text('takenOn')} htmlFor={`${formId}-taken`}>
        <DatePicker
          id={`${formId}-taken`}
          value={dayjs(takenOn, dateFormat)}
          maxDate={dayjs()}
          allowClear={false}
          onChange={(date) => date && setTakenOn(date.format(dateFormat))}
        />
      </Form.Item>
      <Form.Item>
        <PhotoInput key={round} bizType="registry.animal" onChange={setFileIds} />
      </Form.Item>
      <Form.Item>
        <Button type="primary" disabled={fileIds.length === 0} loading={busy} onClick={() => void save()}>
          {text('add')}
        </Button>
      </Form.Item>
    </Form>
  );
}
