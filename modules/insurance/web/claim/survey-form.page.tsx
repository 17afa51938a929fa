import { Alert, Button, Card, Checkbox, Empty, Flex, Input, InputNumber, Radio, Select, Tag, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useKeptQuery } from '#kit/web/field/kept-query.ts';
import { useOnline } from '#kit/web/field/network.ts';
import { OutboxPanel } from '#kit/web/field/outbox-panel.tsx';
import { type Framed, PhotoFrames } from '#kit/web/field/photo-frames.tsx';
import type { Picture } from '#kit/web/field/picture-store.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { SignatureField } from '#kit/web/field/signature-field.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { type SurveySheet, surveySheet } from '#modules/insurance/contract/claim/claim-calls.ts';
import { answerDispatch, arriveAt } from '#modules/insurance/contract/claim/dispatch.ts';
import { FilePicture } from '../common/file-picture.tsx';
import { useChoices, useLabel } from '../common/inputs.tsx';
import { type QueuedAnimal, surveyOutbox } from './survey-outbox.ts';

/** 现场查勘: on a phone, with or without a network. */
export default function SurveyFormPage() {
  const text = useTexts('insurance.surveyPage');
  const { search } = usePage();
  const claimId = Number(search.get('claimId')) || 0;
  const { data, error, refetch } = useKeptQuery({
    queryKey: ['insurance', 'surveySheet', claimId],
    queryFn: (signal) => call(surveySheet, { query: { claimId: String(claimId) } as never, quiet: true, signal }),
    enabled: claimId > 0,
  });
  if (claimId === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Survey key={data.claimId} sheet={data} onSent={() => void refetch()} />;
}

const place = (): Promise<{ longitude: number; latitude: number } | null> =>
  new Promise((done) => {
    if (!('geolocation' in navigator)) return done(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done({ longitude: coords.longitude, latitude: coords.latitude }),
      () => done(null),
      { timeout: 3_000, maximumAge: 60_000 },
    );
  });

type Drafted = Partial<Omit<QueuedAnimal, 'claimAnimalId' | 'photos'>> & { readonly frames?: Framed };
interface Props {
  readonly sheet: SurveySheet;
  onSent(): void;
}
function Survey({ sheet, onSent }: Props) {
  const text = useTexts('insurance.surveyPage');
  const cause = useLabel('death_cause');
  const isOnline = useOnline();
  const started = useRef(new Date().toISOString());
  const [minutes, setMinutes] = useState(0);
  const [drafts, setDrafts] = useState<Readonly<Record<number, Drafted>>>({});
  const [site, setSite] = useState<{
    head: number | null;
    insured: number | null;
    witness: string;
    far: string;
    remote: boolean;
  }>({
    head: null,
    insured: null,
    witness: '',
    far: '',
    remote: false,
  });
  const [conclusion, setConclusion] = useState('');
  const [signature, setSignature] = useState<Picture | null>(null);
  useEffect(() => void surveyOutbox.read(), []);
  useEffect(() => {
    const timer = setInterval(
      () => setMinutes(Math.floor((Date.now() - Date.parse(started.current)) / 60_000)),
      10_000,
    );
    return () => clearInterval(timer);
  }, []);
  const isDone = (id: number) => {
    const draft = drafts[id];
    if (!draft?.finding) return false;
    return (
      draft.finding !== 'deadSeen' ||
      sheet.angles.every(
        // R36: without a tag only before a witness; the server knows whether the animal is known otherwise.
        (angle) => draft.frames?.[angle] || (angle === 'tag' && site.witness.trim()),
      )
    );
  };
  const left = sheet.animals.filter((one) => !isDone(one.id)).length;
  const isReady =
    left === 0 && signature && conclusion.trim().length >= 2 && site.head !== null && site.insured !== null;
  const submit = async () => {
    if (!signature) return;
    await surveyOutbox.enqueue({
      clientKey: newKey(),
      claimId: sheet.claimId,
      docNo: sheet.docNo,
      startedAt: started.current,
      endedAt: new Date().toISOString(),
      location: await place(),
      remote: site.remote,
      witness: site.witness.trim() || null,
      headOnSite: site.head ?? 0,
      insuredOnSite: site.insured ?? 0,
      conclusion: conclusion.trim(),
      farReason: site.far.trim() || null,
      signature,
      animals: sheet.animals.map(({ id }) => {
        const { frames = {}, ...draft } = drafts[id] ?? {};
        return {
          claimAnimalId: id,
          finding: draft.finding ?? 'deadSeen',
          liabilityCode: draft.liabilityCode ?? null,
          weightKg: draft.weightKg ?? null,
          lengthCm: draft.lengthCm ?? null,
          note: draft.note ?? null,
          photos: Object.entries(frames).map(([angle, picture]) => ({ picture, angle })),
        };
      }),
      queuedAt: new Date().toISOString(),
      state: 'waiting',
    });
    void surveyOutbox.sendAll(onSent);
  };
  return (
    <Flex vertical gap={12} style={{ maxInlineSize: 760 }}>
      <OutboxPanel
        outbox={surveyOutbox}
        isOnline={isOnline}
        title={(one) => one.docNo}
        outcome={() => null}
        onCorrect={(one) => {
          setConclusion(one.conclusion);
          setSignature(one.signature);
          setSite({
            head: one.headOnSite,
            insured: one.insuredOnSite,
            witness: one.witness ?? '',
            far: one.farReason ?? '',
            remote: one.remote,
          });
          started.current = one.startedAt;
          setDrafts(
            Object.fromEntries(
              one.animals.map(({ claimAnimalId, photos, ...animal }) => [
                claimAnimalId,
                { ...animal, frames: Object.fromEntries(photos.map((photo) => [photo.angle, photo.picture])) },
              ]),
            ),
          );
          void surveyOutbox.takeOut(one, false);
        }}
        onSent={onSent}
      />
      <Card size="small">
        <Flex justify="space-between" gap={8} wrap>
          <Typography.Text strong data-record>
            {`${sheet.docNo} · ${sheet.holder} · ${sheet.village}`}
          </Typography.Text>
          <Tag>{text('minutes', { n: minutes })}</Tag>
        </Flex>
        <Typography.Text type="secondary" data-record>
          {[sheet.product, cause(sheet.cause), sheet.phoneMask, sheet.place].filter(Boolean).join(' · ')}
        </Typography.Text>
        <div>{text('due', { at: wallTime(sheet.arriveDueAt).slice(0, 16) })}</div>
        <OfferButtons sheet={sheet} onDone={onSent} />
      </Card>
      <TagBox sheet={sheet} />
      {sheet.animals.map((one) => (
        <AnimalCard
          key={one.id}
          sheet={sheet}
          animal={one}
          draft={drafts[one.id] ?? {}}
          onChange={(draft) => setDrafts((before) => ({ ...before, [one.id]: { ...before[one.id], ...draft } }))}
        />
      ))}
      <Card size="small">
        <Flex vertical gap={12}>
          <Flex gap={8} wrap>
            <InputNumber
              min={0}
              precision={0}
              addonBefore={text('head')}
              value={site.head}
              onChange={(head) => setSite({ ...site, head })}
            />
            <InputNumber
              min={0}
              precision={0}
              addonBefore={text('insured')}
              value={site.insured}
              onChange={(insured) => setSite({ ...site, insured })}
            />
            <Checkbox checked={site.remote} onChange={({ target }) => setSite({ ...site, remote: target.checked })}>
              {text('remote')}
            </Checkbox>
          </Flex>
          <Input
            maxLength={60}
            placeholder={text('witness')}
            aria-label={text('witness')}
            value={site.witness}
            onChange={({ target }) => setSite({ ...site, witness: target.value })}
          />
          <Input
            maxLength={300}
            placeholder={text('far')}
            aria-label={text('far')}
            value={site.far}
            onChange={({ target }) => setSite({ ...site, far: target.value })}
          />
          {sheet.phrases.length > 0 && (
            <Flex gap={4} wrap>
              {sheet.phrases.map((phrase) => (
                <Tag
                  key={phrase}
                  style={{ cursor: 'pointer' }}
                  onClick={() => setConclusion((before) => `${before}${phrase}`)}
                >
                  <span data-record>{phrase}</span>
                </Tag>
              ))}
            </Flex>
          )}
          <Input.TextArea
            rows={3}
            maxLength={1000}
            placeholder={text('conclusion')}
            aria-label={text('conclusion')}
            value={conclusion}
            onChange={({ target }) => setConclusion(target.value)}
          />
          <SignatureField
            label={text('sign')}
            asks={text('signAsk')}
            signed={text('signed')}
            value={signature}
            onChange={setSignature}
          />
          {left > 0 && <Alert type="info" title={text('left', { n: left })} />}
          <Button type="primary" size="large" block disabled={!isReady} onClick={() => void submit()}>
            {text('submit')}
          </Button>
        </Flex>
      </Card>
    </Flex>
  );
}

function OfferButtons({ sheet, onDone }: { readonly sheet: SurveySheet; onDone(): void }) {
  const text = useTexts('insurance.surveyPage');
  const { busy, act } = useAct(onDone);
  if (sheet.offer === 'offered')
    return (
      <Button
        type="primary"
        loading={busy}
        onClick={() => void act(() => call(answerDispatch, { body: { claimId: sheet.claimId, accept: true } }))}
      >
        {text('accept')}
      </Button>
    );
  if (sheet.offer !== 'accepted') return null;
  const arrive = async () => {
    const location = await place();
    act(() => call(arriveAt, { body: { claimId: sheet.claimId, at: new Date().toISOString(), location } }));
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void arrive()}>
      {text('arrive')}
    </Button>
  );
}

/** The tag on the carcass is the animal of the claim, or it is not. */
function TagBox({ sheet }: { readonly sheet: SurveySheet }) {
  const text = useTexts('insurance.surveyPage');
  const look = (raw: string): boolean => {
    const tag = raw.replace(/\D/g, '');
    const found = sheet.animals.find(
      (one) => one.earTag === tag || one.safeTagNo === tag || (tag.length >= 4 && one.earTag.endsWith(tag)),
    );
    notify(found ? 'success' : 'error', found ? found.earTag : text('wrong'));
    return found !== undefined;
  };
  return <ScanInput size="large" aria-label={text('scan')} placeholder={text('scan')} onScan={look} />;
}

interface AnimalProps {
  readonly sheet: SurveySheet;
  readonly animal: SurveySheet['animals'][number];
  readonly draft: Drafted;
  onChange(draft: Drafted): void;
}
function AnimalCard({ sheet, animal, draft, onChange }: AnimalProps) {
  const text = useTexts('insurance.surveyPage');
  const angle = useLabel('photo_angle');
  const findings = useChoices('ins_claim_animal_finding');
  return (
    <Card size="small" title={<span data-record>{`${animal.earTag} · ${animal.birthDate}`}</span>}>
      <Flex vertical gap={12}>
        {animal.photos.length > 0 && (
          <div>
            <Typography.Text type="secondary">{text('before')}</Typography.Text>
            <Flex gap={8} wrap>
              {animal.photos.map((photo) => (
                <FilePicture key={photo.fileId} fileId={photo.fileId} label={angle(photo.angle)} />
              ))}
            </Flex>
          </div>
        )}
        <Radio.Group
          optionType="button"
          value={draft.finding ?? null}
          options={findings}
          aria-label={text('finding')}
          onChange={({ target }) => onChange({ finding: target.value as QueuedAnimal['finding'] })}
        />
        {draft.finding === 'deadSeen' && (
          <>
            <PhotoFrames
              frames={sheet.angles.map((code) => ({ angle: code, label: angle(code) }))}
              value={draft.frames ?? {}}
              onChange={(frames) => onChange({ frames })}
            />
            <Flex gap={8} wrap>
              <Select
                style={{ minInlineSize: 180 }}
                placeholder={text('liability')}
                aria-label={text('liability')}
                value={draft.liabilityCode ?? null}
                options={sheet.liabilities.map((one) => ({ value: one.code, label: one.name }))}
                onChange={(liabilityCode) => onChange({ liabilityCode })}
              />
              <InputNumber
                min={0.1}
                max={3_000}
                precision={1}
                addonBefore={text('weight')}
                value={draft.weightKg ?? null}
                onChange={(weightKg) => onChange({ weightKg })}
              />
              <InputNumber
                min={1}
                max={500}
                precision={1}
                addonBefore={text('length')}
                value={draft.lengthCm ?? null}
                onChange={(lengthCm) => onChange({ lengthCm })}
              />
            </Flex>
          </>
        )}
        <Input
          maxLength={500}
          placeholder={text('note')}
          aria-label={text('note')}
          value={draft.note ?? ''}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </Flex>
    </Card>
  );
}
