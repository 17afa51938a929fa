import { useQuery } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  DatePicker,
  Flex,
  Form,
  Input,
  InputNumber,
  Result,
  Segmented,
  Typography,
} from 'antd';
import dayjs from 'dayjs';
import { useRef, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  addTreatment,
  checkTreatment,
  prepareTreatment,
  treatment,
} from '#modules/cure/contract/treatment/treatment.ts';
import { DictSelect } from '../common/dict-select.tsx';
import { RefSelect } from '../common/ref-select.tsx';
import { AnimalPick } from './animal-pick.tsx';
import { DrugLines, emptyLine, type LineForm } from './drug-lines.tsx';
import { Preview } from './preview.tsx';

type Source = 'box' | 'depot' | 'outside';
const causesWithout = ['deworm', 'birth', 'prevent', 'hoof'];

/** 诊疗登记: one animal or a herd in one form; what the rules refuse is named before anything is saved. */
export default function TreatmentAddPage() {
  const text = useTexts('cure.treatmentForm');
  const url = useUrlState();
  const { openPage, setDirty } = usePage();
  const changed = useChanged(treatment);
  const principalId = Number(url.get('principalId')) || null;
  const prescriptionId = Number(url.get('prescriptionId')) || null;
  const consultId = Number(url.get('consultId')) || null;
  const [species, setSpecies] = useState('cattle');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [weights, setWeights] = useState<ReadonlyMap<number, number>>(new Map());
  const [untagged, setUntagged] = useState(0);
  const [cause, setCause] = useState('disease');
  const [diagnosis, setDiagnosis] = useState<number | null>(null);
  const [signs, setSigns] = useState('');
  const [treatedOn, setTreatedOn] = useState(dayjs().format(dateFormat));
  const [source, setSource] = useState<Source>('box');
  const [lines, setLines] = useState<readonly LineForm[]>([emptyLine()]);
  const [isolate, setIsolate] = useState(false);
  const [contagious, setContagious] = useState(false);
  const [photos, setPhotos] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<DataOf<typeof addTreatment> | null>(null);
  const attempt = useRef(newKey());
  const { data: prepared, error: unprepared } = useKeptQuery({
    queryKey: ['cure.prepareTreatment', principalId, prescriptionId],
    queryFn: (signal) =>
      call(prepareTreatment, {
        query: { principalId: principalId ?? 0, ...(prescriptionId && { prescriptionId }) },
        signal,
      }),
    enabled: principalId !== null,
  });
  const herd = (prepared?.animals ?? []).filter((one) => one.species === species);
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setDirty(true);
      setProblem(null);
    };
  const ready = lines.every(
    (line) => line.medicineId && line.dose && line.route && (source === 'outside' ? line.lotNo : line.materialId),
  );
  const sheet = {
    requestId: attempt.current,
    principalId: principalId ?? 0,
    treatedOn,
    species,
    cause,
    diagnosisTagId: diagnosis,
    signs: signs || null,
    source,
    depotId: source === 'depot' ? (prepared?.lots.find((lot) => lot.source === 'depot')?.depotId ?? null) : null,
    prescriptionId,
    consultId,
    untaggedHead: untagged,
    isolate,
    contagious,
    photos,
    animals: [...chosen].map((animalId) => ({ animalId, weightKg: weights.get(animalId) ?? null })),
    lines: lines.map((line) => ({
      medicineId: line.medicineId ?? 0,
      materialId: source === 'outside' ? null : line.materialId,
      lotId: source === 'outside' ? null : line.lotId,
      lotNo: source === 'outside' ? line.lotNo || null : null,
      labelPhoto: line.labelPhoto,
      route: line.route ?? '',
      dose: line.dose ?? 0,
      dosePer: line.dosePer,
      doseUnit: line.doseUnit,
      meatDays: line.meatDays,
    })),
  };
  const needsDiagnosis = !causesWithout.includes(cause) && !diagnosis;
  const isReady = principalId !== null && ready && (chosen.size > 0 || untagged > 0) && !needsDiagnosis;
  const { requestId: _key, ...asked } = sheet;
  const checked = useQuery({
    queryKey: ['cure.checkTreatment', asked],
    queryFn: () => call(checkTreatment, { body: sheet, quiet: true }),
    enabled: isReady,
    retry: false,
  });

  const save = async (skipRefused: boolean) => {
    if (!isReady || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setMade(
        await call(addTreatment, { body: { ...sheet, skipRefused }, idempotencyKey: attempt.current, quiet: true }),
      );
      setDirty(false);
      void changed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // No answer: the same record is sent again under the same key.
      if (error.code !== 0) attempt.current = newKey();
      setProblem(error.errors[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const again = () => {
    attempt.current = newKey();
    setMade(null);
    setChosen(new Set());
    setUntagged(0);
    setPhotos([]);
  };

  if (made)
    return (
      <Card>
        <Result
          status="success"
          title={text('saved', { docNo: made.docNo, n: made.accepted })}
          subTitle={made.meatUntil ? text('blockedUntil', { date: made.meatUntil }) : text('notBlocked')}
          extra={[
            <Button key="again" type="primary" onClick={again}>
              {text('again')}
            </Button>,
            <Button key="list" onClick={() => openPage('/cure/treatment/list')}>
              {text('toList')}
            </Button>,
          ]}
        />
      </Card>
    );
  return (
    <Flex vertical gap={12}>
      <Card size="small" title={text('who')}>
        <Form layout="vertical">
          <Flex gap={16} wrap>
            <Form.Item
              label={text('holder')}
              htmlFor="t-holder"
              required
              style={{ flex: '1 1 260px', marginBottom: 8 }}
            >
              <RefSelect
                id="t-holder"
                of="registry.principal"
                isKept
                label={text('holder')}
                value={principalId}
                disabled={prescriptionId !== null}
                onChange={(id) => {
                  url.set({ principalId: id === null ? null : String(id) }, { replace: true });
                  setChosen(new Set());
                }}
              />
            </Form.Item>
            <Form.Item label={text('species')} style={{ marginBottom: 8 }}>
              <DictSelect
                dict="species"
                label={text('species')}
                value={species}
                onChange={(value) => {
                  setSpecies(value);
                  setChosen(new Set());
                }}
              />
            </Form.Item>
            <Form.Item label={text('untagged')} htmlFor="t-untagged" style={{ marginBottom: 8 }}>
              <InputNumber
                id="t-untagged"
                min={0}
                max={100000}
                value={untagged}
                onChange={(value) => touch(setUntagged)(value ?? 0)}
              />
            </Form.Item>
          </Flex>
        </Form>
        {unprepared && <Alert type="error" showIcon title={unprepared.message} />}
        {principalId !== null && !prepared && !unprepared && <Waiting />}
        {prepared && (
          <AnimalPick
            herd={herd}
            chosen={chosen}
            onChoose={touch(setChosen)}
            weights={weights}
            onWeights={setWeights}
          />
        )}
      </Card>
      <Card size="small" title={text('what')}>
        <Form layout="vertical">
          <Flex gap={16} wrap>
            <Form.Item label={text('day')} htmlFor="t-day" required style={{ marginBottom: 8 }}>
              <DatePicker
                id="t-day"
                allowClear={false}
                value={dayjs(treatedOn)}
                maxDate={dayjs()}
                onChange={(day) => touch(setTreatedOn)((day ?? dayjs()).format(dateFormat))}
              />
            </Form.Item>
            <Form.Item label={text('cause')} required style={{ minWidth: 140, marginBottom: 8 }}>
              <DictSelect dict="treat_cause" label={text('cause')} value={cause} onChange={touch(setCause)} />
            </Form.Item>
            <Form.Item
              label={text('diagnosis')}
              required={!causesWithout.includes(cause)}
              style={{ flex: '1 1 200px', marginBottom: 8 }}
            >
              <RefSelect
                of="cure.cureTag"
                isKept
                where="kind=disease"
                label={text('diagnosis')}
                value={diagnosis}
                onChange={touch(setDiagnosis)}
              />
            </Form.Item>
            <Form.Item label={text('signs')} htmlFor="t-signs" style={{ flex: '2 1 240px', marginBottom: 8 }}>
              <Input id="t-signs" maxLength={500} value={signs} onChange={(event) => setSigns(event.target.value)} />
            </Form.Item>
          </Flex>
          <Flex gap={16} wrap align="center">
            <Segmented<Source>
              value={source}
              onChange={touch(setSource)}
              options={(['box', 'depot', 'outside'] as const).map((value) => ({
                value,
                label: text(`source.${value}`),
              }))}
            />
            <Checkbox checked={isolate} onChange={(event) => setIsolate(event.target.checked)}>
              {text('isolate')}
            </Checkbox>
            <Checkbox checked={contagious} onChange={(event) => setContagious(event.target.checked)}>
              {text('contagious')}
            </Checkbox>
          </Flex>
          <DrugLines
            lines={lines}
            source={source}
            species={species}
            prepared={prepared ?? null}
            onChange={(next) => touch(setLines)(next)}
          />
          <Form.Item label={text('photos')} style={{ marginBottom: 0 }}>
            <AttachmentsField bizType="cure.treatment" accept="image/*" most={9} value={photos} onChange={setPhotos} />
          </Form.Item>
        </Form>
      </Card>
      <Card size="small" title={text('preview')}>
        {isReady ? (
          <Preview checked={checked.data ?? null} error={checked.error} isLoading={checked.isFetching} />
        ) : (
          <Typography.Text type="secondary">{text(needsDiagnosis ? 'needDiagnosis' : 'fillFirst')}</Typography.Text>
        )}
        {problem && <Alert type="error" showIcon title={problem} style={{ marginTop: 12 }} />}
        <Flex gap={8} style={{ marginTop: 12 }}>
          <Button
            type="primary"
            loading={busy}
            disabled={!isReady || (checked.data?.refused.length ?? 0) > 0 || checked.isError}
            onClick={() => void save(false)}
          >
            {text('save')}
          </Button>
          {(checked.data?.refused.length ?? 0) > 0 && (checked.data?.accepted ?? 0) > 0 && (
            <Button loading={busy} onClick={() => void save(true)}>
              {text('saveRest', { n: checked.data?.accepted ?? 0 })}
            </Button>
          )}
        </Flex>
      </Card>
    </Flex>
  );
}
