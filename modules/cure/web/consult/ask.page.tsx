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
  Radio,
  Result,
  Tag,
  Typography,
} from 'antd';
import dayjs from 'dayjs';
import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { dateFormat, wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { askConsult, prepareAsk } from '#modules/cure/contract/consult/case.ts';
import { consult } from '#modules/cure/contract/consult/consult.ts';
import { EarTag } from '#modules/registry/web/index.ts';
import { DictSelect } from '../common/dict-select.tsx';
import { dropKept, keep, readKept } from '../common/kept.ts';
import { RefSelect } from '../common/ref-select.tsx';

const commonest = 12;

/** R8: what was typed, and the key it is sent with, survive a broken network and a page that was closed. */
interface Typed {
  readonly species: string;
  readonly animalIds: readonly number[];
  readonly untaggedHead: number;
  readonly signTagIds: readonly number[];
  readonly complaint: string;
  readonly onsetOn: string;
  readonly headIll: number;
  readonly headDead: number;
  readonly headAtRisk: number | null;
  readonly temperature: number | null;
  readonly drugsGiven: string;
  readonly photos: number[];
  readonly wants: 'text' | 'video' | 'visit';
  readonly urgency: 'normal' | 'urgent' | 'critical';
  readonly speak: 'zh' | 'mn';
  readonly key: string;
}
const blank = (): Typed => ({
  species: 'cattle',
  animalIds: [],
  untaggedHead: 0,
  signTagIds: [],
  complaint: '',
  onsetOn: dayjs().format(dateFormat),
  headIll: 1,
  headDead: 0,
  headAtRisk: null,
  temperature: null,
  drugsGiven: '',
  photos: [],
  wants: 'text',
  urgency: 'normal',
  speak: 'zh',
  key: newKey(),
});

/** 发起问诊: who, what, how, in one column. */
export default function AskPage() {
  const text = useTexts('cure.askForm');
  const url = useUrlState();
  const { openPage, setDirty } = usePage();
  const changed = useChanged(consult);
  const asked = Number(url.get('principalId')) || null;
  const { userId } = useSession().user;
  const draft = `ask.${asked ?? 'own'}`;
  const [typed] = useState(() => readKept<Typed>(userId, draft) ?? blank());
  const [species, setSpecies] = useState(typed.species);
  const [animalIds, setAnimals] = useState(typed.animalIds);
  const [untaggedHead, setUntagged] = useState(typed.untaggedHead);
  const [signTagIds, setSigns] = useState(typed.signTagIds);
  const [showAll, setShowAll] = useState(false);
  const [complaint, setComplaint] = useState(typed.complaint);
  const [onsetOn, setOnset] = useState(typed.onsetOn);
  const [headIll, setIll] = useState(typed.headIll);
  const [headDead, setDead] = useState(typed.headDead);
  const [headAtRisk, setAtRisk] = useState(typed.headAtRisk);
  const [temperature, setTemperature] = useState(typed.temperature);
  const [drugsGiven, setDrugs] = useState(typed.drugsGiven);
  const [photos, setPhotos] = useState(typed.photos);
  const [wants, setWants] = useState(typed.wants);
  const [urgency, setUrgency] = useState(typed.urgency);
  const [speak, setSpeak] = useState(typed.speak);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<DataOf<typeof askConsult> | null>(null);
  const attempt = useRef(typed.key);
  useEffect(() => {
    if (made) return dropKept(userId, draft);
    const told = { complaint, onsetOn, headIll, headDead, headAtRisk, temperature, drugsGiven, photos };
    const who = { species, animalIds, untaggedHead, signTagIds };
    keep(userId, draft, { ...who, ...told, wants, urgency, speak, key: attempt.current } satisfies Typed);
  });
  const { data } = useQuery({
    queryKey: ['cure.prepareAsk', asked, species],
    queryFn: () => call(prepareAsk, { query: { species, ...(asked && { principalId: asked }) } }),
  });
  const holder = data?.holder ?? null;
  const animals = data?.animals ?? [];
  const chosen = animals.filter((one) => animalIds.includes(one.animalId));
  const open = chosen.find((one) => one.openNo !== null);
  const signs = data?.signs ?? [];
  const isRed = signs.some((one) => one.redFlag && signTagIds.includes(one.id)) || headDead >= 2;
  const isReady =
    holder !== null &&
    (animalIds.length > 0 || untaggedHead > 0) &&
    signTagIds.length > 0 &&
    complaint.trim().length >= 5 &&
    !open;
  const scan = (code: string) => {
    const hits = animals.filter((one) => one.earTag === code || (code.length >= 4 && one.earTag.endsWith(code)));
    if (hits.length !== 1 || !hits[0]) {
      notify('warning', text(hits.length === 0 ? 'noSuchTag' : 'manySuchTags', { code }));
      return false;
    }
    const { animalId } = hits[0];
    setAnimals((old) => [...old.filter((id) => id !== animalId), animalId]);
    setIll((n) => Math.max(n, animalIds.length + 1));
    setDirty(true);
    return undefined;
  };
  const send = async () => {
    if (!holder || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        requestId: attempt.current,
        principalId: holder.id,
        species,
        animalIds: [...animalIds],
        untaggedHead,
        signTagIds: [...signTagIds],
      };
      const told = {
        complaint: complaint.trim(),
        onsetOn,
        headIll,
        headDead,
        headAtRisk,
        temperature,
        drugsGiven: drugsGiven || null,
        photos,
      };
      setMade(
        await call(askConsult, {
          body: { ...body, ...told, wants, urgency, speak },
          idempotencyKey: attempt.current,
          quiet: true,
        }),
      );
      setDirty(false);
      void changed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = newKey();
      setProblem(error.errors[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  if (made)
    return (
      <Card>
        <Result
          status="success"
          title={text('sent', { docNo: made.docNo })}
          subTitle={made.offeredTo ? text('offeredTo', { name: made.offeredTo }) : text('waiting')}
          extra={[
            <Button key="open" type="primary" onClick={() => openPage(`/cure/consult/detail?id=${made.id}`)}>
              {text('openCase')}
            </Button>,
          ]}
        />
        {made.redFlags.length > 0 && (
          <Alert type="error" showIcon title={text('redFlag')} description={text('redFlagText')} />
        )}
      </Card>
    );
  const shown = showAll ? signs : signs.slice(0, commonest);
  return (
    <Flex vertical gap={12} style={{ maxWidth: 860 }}>
      <Card size="small" title={text('who')}>
        <Form layout="vertical">
          <Flex gap={16} wrap>
            <Form.Item label={text('holder')} required style={{ flex: '1 1 260px' }}>
              <RefSelect
                of="registry.principal"
                label={text('holder')}
                value={holder?.id ?? asked}
                onChange={(id) => {
                  url.set({ principalId: id === null ? null : String(id) }, { replace: true });
                  setAnimals([]);
                }}
              />
            </Form.Item>
            <Form.Item label={text('species')} required style={{ minWidth: 120 }}>
              <DictSelect
                dict="species"
                label={text('species')}
                value={species}
                onChange={(value) => {
                  setSpecies(value);
                  setAnimals([]);
                  setSigns([]);
                }}
              />
            </Form.Item>
            <Form.Item label={text('untagged')} htmlFor="a-untagged">
              <InputNumber
                id="a-untagged"
                min={0}
                max={100000}
                value={untaggedHead}
                onChange={(value) => setUntagged(value ?? 0)}
              />
            </Form.Item>
          </Flex>
          <ScanInput onScan={scan} placeholder={text('scan')} aria-label={text('scan')} disabled={!holder} />
          <Flex gap={6} wrap style={{ marginTop: 8 }}>
            {chosen.map((one) => (
              <Tag
                key={one.animalId}
                closable
                onClose={() => setAnimals(animalIds.filter((id) => id !== one.animalId))}
              >
                <EarTag tag={one.earTag} />
              </Tag>
            ))}
          </Flex>
          {open && (
            <Alert
              type="warning"
              showIcon
              style={{ marginTop: 8 }}
              title={text('openAlready', { docNo: open.openNo ?? '' })}
              action={<PageLink to={`/cure/consult/detail?id=${open.openId}`}>{text('addThere')}</PageLink>}
            />
          )}
        </Form>
      </Card>
      <Card size="small" title={text('what')}>
        <Form layout="vertical">
          <Form.Item label={text('signs')} required>
            <div data-record>
              <Checkbox.Group
                value={[...signTagIds]}
                onChange={(values) => {
                  setSigns(values as number[]);
                  setDirty(true);
                }}
                options={shown.map((one) => ({ value: one.id, label: one.name }))}
              />
            </div>
            {signs.length > commonest && (
              <Button type="link" size="small" onClick={() => setShowAll(!showAll)}>
                {text(showAll ? 'fewer' : 'allSigns', { n: signs.length })}
              </Button>
            )}
          </Form.Item>
          {isRed && (
            <Alert
              type="error"
              showIcon
              style={{ marginBottom: 12 }}
              title={text('redFlag')}
              description={text('redFlagText')}
            />
          )}
          <Form.Item label={text('complaint')} htmlFor="a-complaint" required extra={text('complaintHint')}>
            <Input.TextArea
              id="a-complaint"
              rows={3}
              maxLength={2000}
              value={complaint}
              onChange={(event) => setComplaint(event.target.value)}
            />
          </Form.Item>
          <Flex gap={16} wrap>
            <Form.Item label={text('since')} htmlFor="a-since" required>
              <DatePicker
                id="a-since"
                allowClear={false}
                maxDate={dayjs()}
                value={dayjs(onsetOn)}
                onChange={(day) => setOnset((day ?? dayjs()).format(dateFormat))}
              />
            </Form.Item>
            <Form.Item label={text('ill')} htmlFor="a-ill" required>
              <InputNumber id="a-ill" min={1} value={headIll} onChange={(value) => setIll(value ?? 1)} />
            </Form.Item>
            <Form.Item label={text('dead')} htmlFor="a-dead">
              <InputNumber id="a-dead" min={0} value={headDead} onChange={(value) => setDead(value ?? 0)} />
            </Form.Item>
            <Form.Item label={text('atRisk')} htmlFor="a-risk">
              <InputNumber id="a-risk" min={0} value={headAtRisk} onChange={setAtRisk} />
            </Form.Item>
            <Form.Item label={text('temperature')} htmlFor="a-temp">
              <InputNumber
                id="a-temp"
                min={30}
                max={45}
                step={0.1}
                suffix="°C"
                value={temperature}
                onChange={setTemperature}
              />
            </Form.Item>
            <Form.Item label={text('drugs')} htmlFor="a-drugs" style={{ flex: '1 1 200px' }}>
              <Input
                id="a-drugs"
                maxLength={200}
                value={drugsGiven}
                onChange={(event) => setDrugs(event.target.value)}
              />
            </Form.Item>
          </Flex>
          <Form.Item label={text('photos')} style={{ marginBottom: 0 }}>
            <AttachmentsField bizType="cure.consult" accept="image/*" most={20} value={photos} onChange={setPhotos} />
          </Form.Item>
        </Form>
      </Card>
      <Card size="small" title={text('how')}>
        <Flex vertical gap={12}>
          <Radio.Group
            aria-label={text('how')}
            value={wants}
            onChange={(event) => setWants(event.target.value as typeof wants)}
            options={(['text', 'video', 'visit'] as const).map((value) => ({ value, label: text(`wants.${value}`) }))}
          />
          <Flex gap={16} wrap>
            <Radio.Group
              aria-label={text('urgencyLabel')}
              value={urgency}
              onChange={(event) => setUrgency(event.target.value as typeof urgency)}
              options={(['normal', 'urgent', 'critical'] as const).map((value) => ({
                value,
                label: text(`urgency.${value}`),
              }))}
            />
            <Radio.Group
              aria-label={text('speakLabel')}
              value={speak}
              onChange={(event) => setSpeak(event.target.value as typeof speak)}
              options={(['zh', 'mn'] as const).map((value) => ({ value, label: text(`speak.${value}`) }))}
            />
          </Flex>
          {data && (
            <Typography.Text type="secondary">
              {data.nextShift
                ? text('night', { at: wallTime(data.nextShift).slice(5, 16) })
                : data.expectedMinutes === null
                  ? text('onDuty', { n: data.onDuty })
                  : text('onDutyMinutes', { n: data.onDuty, m: data.expectedMinutes })}
            </Typography.Text>
          )}
          {problem && <Alert type="error" showIcon title={problem} />}
          <div>
            <Button type="primary" size="large" loading={busy} disabled={!isReady} onClick={() => void send()}>
              {text('send')}
            </Button>
          </div>
        </Flex>
      </Card>
    </Flex>
  );
}
