import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Drawer, Form, Input, Radio, Space, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useRef, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { animalByTag } from '#modules/registry/contract/animal/animal-life.ts';
import { animalTagChange, replaceTagCall } from '#modules/registry/contract/animal/animal-tag-change.ts';
import { PhotoInput } from '../entry/photo-input.tsx';
import { BreedName, DictChoice, DictName } from '../names.tsx';
import { EarTag } from './ear-tag.tsx';

const reasons = ['lost', 'damaged', 'upgraded', 'wrongNumber'] as const;

/** R55: another number on the same animal, found by the old one. */
export function ReplaceDrawer({ tag: given, onClose }: { readonly tag: string; onClose(): void }) {
  const t = useT();
  const id = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const changedAnimals = useChanged(animal);
  const changedPapers = useChanged(animalTagChange);
  const [oldTag, setOldTag] = useState(given);
  const [values, setValues] = useState({
    tagKind: 'ear' as 'ear' | 'electronic',
    newTag: '',
    reason: 'lost' as (typeof reasons)[number],
    earSide: 'left' as 'left' | 'right',
    replacedOn: dayjs().format(dateFormat),
  });
  const [photoIdsNew, setPhotos] = useState<readonly number[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = useRef<string | null>(null);
  const text = useTexts('registry.replaceForm');
  const isTag = /^\d{4,15}$/.test(oldTag);
  const found = useQuery({
    queryKey: ['registry.animal', 'byTag', oldTag],
    queryFn: () => call(animalByTag, { query: { tag: oldTag }, quiet: true }),
    enabled: isTag,
  });
  const [only, ...more] = found.data ?? [];
  const one = more.length === 0 ? only : undefined;
  const set = (change: Partial<typeof values>) => {
    attempt.current = null;
    setErrors({});
    setProblem(null);
    setValues((old) => ({ ...old, ...change }));
  };
  const save = async () => {
    if (!one || busy) return;
    setBusy(true);
    attempt.current ??= newKey();
    try {
      const made = await call(replaceTagCall, {
        body: { animalId: one.id, ...values, photoIdsNew: [...photoIdsNew] },
        idempotencyKey: attempt.current,
        quiet: true,
      });
      notify('success', t('registry.replaceForm.saved', { docNo: made.docNo }));
      void changedAnimals();
      void changedPapers();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setErrors(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const isDirty = values.newTag !== '' || photoIdsNew.length > 0;
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const problemOf = (name: string) => errors[name] && ({ validateStatus: 'error', help: errors[name] } as const);
  return (
    <Drawer
      open
      title={t('registry.animalPage.retag')}
      size="min(560px, 100vw)"
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Space style={{ float: 'inline-end' }}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            loading={busy}
            disabled={!one || values.newTag.length !== 15}
            onClick={() => void save()}
          >
            {t('kit.save')}
          </Button>
        </Space>
      }
    >
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label={text('oldTag')} htmlFor={`${id}-old`} required>
          <Input
            id={`${id}-old`}
            value={oldTag}
            maxLength={15}
            inputMode="numeric"
            onChange={(event) => setOldTag(event.target.value.replace(/\D/g, ''))}
          />
        </Form.Item>
        {isTag && found.isSuccess && (
          <Typography.Paragraph>
            {one ? (
              <Space wrap>
                <EarTag tag={one.earTag} />
                <DictName dict="species" value={one.species} />
                <BreedName species={one.species} breed={one.breed} />
                <DictName dict="stage" value={one.stage} />
                <span data-record>{one.holderName}</span>
              </Space>
            ) : more.length > 0 ? (
              <Space wrap>
                {found.data.map((each) => (
                  <Button key={each.id} size="small" onClick={() => setOldTag(each.earTag)}>
                    <EarTag tag={each.earTag} />
                  </Button>
                ))}
              </Space>
            ) : (
              <Typography.Text type="warning">{t('registry.animalPage.unknownTag', { tag: oldTag })}</Typography.Text>
            )}
          </Typography.Paragraph>
        )}
        <Form.Item label={t('registry.animalTagChange.tagKind')} required>
          <Radio.Group
            optionType="button"
            value={values.tagKind}
            onChange={(event) => set({ tagKind: event.target.value })}
            options={[
              { value: 'ear', label: text('ear') },
              { value: 'electronic', label: text('electronic') },
            ]}
          />
        </Form.Item>
        <Form.Item label={text('newTag')} htmlFor={`${id}-new`} required {...problemOf('newTag')}>
          <Input
            id={`${id}-new`}
            size="large"
            value={values.newTag}
            maxLength={15}
            inputMode="numeric"
            onChange={(event) => set({ newTag: event.target.value.replace(/\D/g, '') })}
          />
        </Form.Item>
        <Form.Item label={t('registry.animalTagChange.reason')} htmlFor={`${id}-reason`} required>
          <DictChoice
            id={`${id}-reason`}
            dict="tag_remove_reason"
            only={reasons}
            value={values.reason}
            onChange={(reason) => set({ reason: reason as (typeof reasons)[number] })}
          />
        </Form.Item>
        <Form.Item label={t('registry.animalTagChange.earSide')}>
          <Radio.Group
            optionType="button"
            value={values.earSide}
            onChange={(event) => set({ earSide: event.target.value })}
            options={[
              { value: 'left', label: text('left') },
              { value: 'right', label: text('right') },
            ]}
          />
        </Form.Item>
        <Form.Item
          label={t('registry.animalTagChange.replacedOn')}
          htmlFor={`${id}-on`}
          required
          {...problemOf('replacedOn')}
        >
          <DatePicker
            id={`${id}-on`}
            value={dayjs(values.replacedOn, dateFormat)}
            maxDate={dayjs()}
            allowClear={false}
            onChange={(date) => date && set({ replacedOn: date.format(dateFormat) })}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item label={text('photos')} {...problemOf('photoIdsNew')}>
          <PhotoInput bizType="registry.animalTagChange" onChange={setPhotos} />
        </Form.Item>
        {problem && <Alert type="error" showIcon title={problem} />}
      </Form>
    </Drawer>
  );
}
