import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Checkbox,
  DatePicker,
  Drawer,
  Flex,
  Form,
  Input,
  InputNumber,
  Radio,
  Select,
  Space,
} from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { call } from '#kit/web/api/client.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { addStress, findShots, type Shot } from '#modules/prevention/contract/stress/stress.ts';
import { deathPhotos } from '#modules/prevention/contract/stress/stress-case.ts';
import { useStep } from './use-step.ts';

const keyOf = (shot: Shot) => `${shot.visitId}:${shot.lineNo}:${shot.animalId ?? shot.stage}`;

/** 上报: which shot, what was seen, and whether the animal lives. */
export function ShotDrawer({ onClose }: { onClose(): void }) {
  const t = useT();
  const id = useId();
  const text = useTexts('prevention.stress');
  const label = useTexts('prevention.stressCase');
  const mayLate = useCan('ant:stress:verify');
  const { search } = usePage();
  const symptoms = useDict('stress_symptom').options;
  const species = useDict('species').options;
  const { busy, run } = useStep(onClose);
  const confirmLeave = useConfirmLeave();
  const [tag, setTag] = useState(search.get('newTag') ?? '');
  const [asked, setAsked] = useState(search.get('newTag') ?? '');
  const [holderId, setHolder] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Shot | null>(null);
  const [outcome, setOutcome] = useState<'observing' | 'died'>('observing');
  const [reactedAt, setReacted] = useState(dayjs());
  const [diedAt, setDied] = useState(dayjs());
  const [seen, setSeen] = useState<string[]>([]);
  const [rescue, setRescue] = useState('');
  const [weight, setWeight] = useState<number | null>(null);
  const [pregnant, setPregnant] = useState(false);
  const [photos, setPhotos] = useState<number[]>([]);
  const [payeeName, setPayee] = useState('');
  const [payeeAccount, setAccount] = useState('');
  const [lateReason, setLate] = useState('');
  const isAsking = /^\d{4,15}$/.test(asked) || holderId !== null;
  const { data, isFetching } = useQuery({
    queryKey: ['prevention.findShots', asked, holderId],
    enabled: isAsking,
    queryFn: () =>
      call(findShots, {
        query: { ...(asked ? { earTag: asked } : {}), ...(holderId ? { principalId: holderId } : {}) },
        quiet: true,
      }),
  });
  const speciesName = (code: string) => species.find((one) => one.dictValue === code)?.dictLabel ?? code;
  const isLate =
    chosen !== null && reactedAt.valueOf() > dayjs(chosen.immunisedAt).valueOf() + chosen.windowHours * 3_600_000;
  const isDead = outcome === 'died';
  const isReady =
    chosen !== null &&
    seen.length > 0 &&
    (!isDead || (photos.length >= deathPhotos && payeeName.trim() !== '')) &&
    (!isLate || (mayLate && lateReason.trim() !== ''));
  const choose = (key: string) => {
    const shot = data?.find((one) => keyOf(one) === key) ?? null;
    setChosen(shot);
    if (shot && payeeName === '') setPayee(shot.principalName);
  };
  // Another search is about another animal.
  const forget = () => {
    if (payeeName === chosen?.principalName) setPayee('');
    setChosen(null);
  };
  const save = () =>
    run(async () => {
      if (!chosen) return;
      await call(addStress, {
        body: {
          outcome,
          visitId: chosen.visitId,
          lineNo: chosen.lineNo,
          animalId: chosen.animalId,
          untagged: chosen.animalId ? null : { species: chosen.species, stage: chosen.stage ?? '', weight },
          reactedAt: reactedAt.toISOString(),
          diedAt: isDead ? diedAt.toISOString() : null,
          symptoms: seen,
          rescue: rescue || null,
          weight,
          pregnant,
          photos,
          payeeName: isDead ? payeeName : null,
          payeeAccount: isDead && payeeAccount ? payeeAccount : null,
          lateReason: isLate ? lateReason : null,
        },
      });
    });
  const isDirty =
    chosen !== null ||
    seen.length > 0 ||
    rescue !== '' ||
    photos.length > 0 ||
    payeeAccount !== '' ||
    lateReason !== '';
  const leave = async () => {
    if (!isDirty || (await confirmLeave())) onClose();
  };
  const when = (value: dayjs.Dayjs, set: (value: dayjs.Dayjs) => void, inputId: string) => (
    <DatePicker
      id={inputId}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={value}
      allowClear={false}
      maxDate={dayjs()}
      onChange={(next) => next && set(next)}
      style={{ width: '100%' }}
    />
  );
  return (
    <Drawer
      open
      size="min(640px, 100vw)"
      title={text('newTitle')}
      onClose={() => void leave()}
      mask={{ closable: !isDirty }}
      footer={
        <Flex justify="end" gap={8}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" disabled={!isReady} loading={busy} onClick={() => void save()}>
            {text('save')}
          </Button>
        </Flex>
      }
    >
      <Form layout="vertical">
        <Form.Item label={label('earTag')} htmlFor={`${id}-tag`}>
          <Input.Search
            id={`${id}-tag`}
            autoFocus
            inputMode="numeric"
            placeholder={text('tagHint')}
            enterButton={text('find')}
            value={tag}
            loading={isFetching}
            onChange={(event) => setTag(event.target.value.replace(/\D/g, ''))}
            onSearch={(value) => {
              setHolder(null);
              setAsked(value);
              forget();
            }}
          />
        </Form.Item>
        <Form.Item label={text('holder')} htmlFor={`${id}-holder`}>
          <RefField
            id={`${id}-holder`}
            field={field.ref('registry.principal')}
            value={holderId}
            onChange={(value) => {
              setHolder(value);
              setAsked('');
              forget();
            }}
            onBlur={() => {}}
            disabled={false}
            invalid={false}
            describedBy={undefined}
          />
        </Form.Item>
        {data && data.length === 0 && <Alert type="info" showIcon title={text('noShots')} />}
        {data && data.length > 0 && (
          <Form.Item label={text('whichShot')} required>
            <Radio.Group value={chosen ? keyOf(chosen) : null} onChange={(event) => choose(event.target.value)}>
              <Space orientation="vertical" data-record>
                {data.map((shot) => (
                  <Radio key={keyOf(shot)} value={keyOf(shot)}>
                    {shot.earTag ?? text('untaggedOf', { species: speciesName(shot.species) })} · {shot.principalName} ·{' '}
                    {wallTime(shot.immunisedAt)} · {shot.vaccineName} {shot.lotNo}
                  </Radio>
                ))}
              </Space>
            </Radio.Group>
          </Form.Item>
        )}
        {chosen && (
          <>
            <Form.Item label={text('outcome')} required>
              <Radio.Group
                optionType="button"
                value={outcome}
                onChange={(event) => setOutcome(event.target.value)}
                options={[
                  { value: 'observing', label: text('isObserving') },
                  { value: 'died', label: text('isDead') },
                ]}
              />
            </Form.Item>
            <Form.Item label={label('reactedAt')} htmlFor={`${id}-reacted`} required>
              {when(reactedAt, setReacted, `${id}-reacted`)}
            </Form.Item>
            {isLate && (
              <Form.Item
                label={label('lateReason')}
                htmlFor={`${id}-late`}
                required
                extra={text('late', { n: chosen.windowHours })}
              >
                <Input
                  id={`${id}-late`}
                  maxLength={500}
                  disabled={!mayLate}
                  value={lateReason}
                  onChange={(event) => setLate(event.target.value)}
                />
              </Form.Item>
            )}
            {isDead && (
              <Form.Item label={label('diedAt')} htmlFor={`${id}-died`} required>
                {when(diedAt, setDied, `${id}-died`)}
              </Form.Item>
            )}
            <Form.Item label={label('symptoms')} htmlFor={`${id}-symptoms`} required>
              <Select
                id={`${id}-symptoms`}
                mode="multiple"
                value={seen}
                onChange={setSeen}
                options={symptoms.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
              />
            </Form.Item>
            <Form.Item label={label('rescue')} htmlFor={`${id}-rescue`}>
              <Input
                id={`${id}-rescue`}
                maxLength={500}
                value={rescue}
                onChange={(event) => setRescue(event.target.value)}
              />
            </Form.Item>
            <Flex gap={24} align="center" wrap>
              <Form.Item label={label('weight')} htmlFor={`${id}-weight`}>
                <InputNumber id={`${id}-weight`} min={0.5} max={3000} suffix="kg" value={weight} onChange={setWeight} />
              </Form.Item>
              <Checkbox checked={pregnant} onChange={(event) => setPregnant(event.target.checked)}>
                {label('pregnant')}
              </Checkbox>
            </Flex>
            <Form.Item
              label={label('photos')}
              required={isDead}
              extra={isDead ? label('threePhotos') : text('photosHint')}
            >
              <AttachmentsField bizType="prevention.stressCase" accept="image/*" value={photos} onChange={setPhotos} />
            </Form.Item>
            {isDead && (
              <>
                <Form.Item label={label('payeeName')} htmlFor={`${id}-payee`} required>
                  <Input
                    id={`${id}-payee`}
                    maxLength={60}
                    value={payeeName}
                    onChange={(event) => setPayee(event.target.value)}
                  />
                </Form.Item>
                <Form.Item label={label('payeeAccount')} htmlFor={`${id}-account`} extra={text('payeeHint')}>
                  <Input
                    id={`${id}-account`}
                    maxLength={24}
                    inputMode="numeric"
                    value={payeeAccount}
                    onChange={(event) => setAccount(event.target.value)}
                  />
                </Form.Item>
              </>
            )}
          </>
        )}
      </Form>
    </Drawer>
  );
}
