import { Button, Card, Flex, Form, Result, Steps } from 'antd';
import { useRef, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { checkEntry, registerEntry } from '#modules/registry/contract/animal/animal-entry.ts';
import { WearingSheet } from '../tag/wearing-sheet.tsx';
import { type EntryBody, type EntryFacts, entryBody, lastFacts, rememberFacts } from './entry-facts.ts';
import { FactsForm } from './facts-form.tsx';
import { ImportFile } from './import-file.tsx';
import { type Findings, type PreviewRow, PreviewTable } from './preview-table.tsx';
import { SegmentInput } from './segment-input.tsx';
import { useWarned } from './use-warned.tsx';

const common = ['entryKind', 'principalId', 'penId', 'species', 'breed', 'sex', 'birthDate', 'wornOn'] as const;
const bought = ['originRegionCode', 'quarantineCertNo', 'sellerName', 'price'] as const;

/** 号段批量登记: common facts, numbers, what is wrong with them, and the sheet to sign. */
export default function AnimalBatchAddPage() {
  const { openPage, setDirty } = usePage();
  const changed = useChanged(animal);
  const warned = useWarned();
  const [step, setStep] = useState(0);
  const [facts, setFacts] = useState<EntryFacts>(lastFacts);
  const [tags, setTags] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [rows, setRows] = useState<readonly PreviewRow[]>([]);
  const [findings, setFindings] = useState<Findings>(new Map());
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<DataOf<typeof registerEntry> | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const attempt = useRef<string | null>(null);
  const text = useTexts('registry.animalForm');

  const animalsOf = (list: readonly PreviewRow[]): EntryBody['animals'] =>
    list.map(({ tag, sex, birthDate }) => ({ tag, species: facts.species, breed: facts.breed, sex, birthDate }));
  const guarded = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const check = (list: readonly PreviewRow[]) =>
    guarded(async () => {
      const found = await call(checkEntry, { body: entryBody(facts, animalsOf(list)) });
      const byTag: Findings = Map.groupBy(found, (one) => one.tag);
      setFindings(byTag);
      // What cannot be registered is left out until somebody says otherwise.
      setRows(list.map((row) => ({ ...row, isOut: (byTag.get(row.tag) ?? []).some((one) => one.level === 'error') })));
      setStep(2);
    });
  const preview = () => check(tags.map((tag) => ({ tag, sex: facts.sex, birthDate: facts.birthDate, isOut: false })));
  const wanted = rows.filter((row) => !row.isOut);
  const save = () =>
    guarded(async () => {
      // Rows left out since may have made room: asked again for exactly those that go.
      const found = facts.penId ? await call(checkEntry, { body: entryBody(facts, animalsOf(wanted)) }) : [];
      const ofPen = found.filter(({ bizCode }) => bizCode === 'penOver' || bizCode === 'notIsolated');
      if (!(await warned(ofPen.map(({ words }) => words)))) return;
      attempt.current ??= newKey();
      const answer = await call(registerEntry, {
        body: entryBody(facts, animalsOf(wanted)),
        idempotencyKey: attempt.current,
      });
      rememberFacts(facts);
      setDirty(false);
      setMade(answer);
      setStep(3);
      void changed();
    });
  const restart = () => {
    attempt.current = null;
    setMade(null);
    setTags([]);
    setTyped('');
    setRows([]);
    setStep(0);
  };
  const isBought = facts.entryKind === 'bought' || facts.entryKind === 'donated';
  const isReady = facts.principalId !== null && facts.breed !== '';
  return (
    <Flex vertical gap={16} style={{ maxWidth: 1200, marginInline: 'auto' }}>
      <Card size="small">
        <Steps
          current={step}
          size="small"
          items={['facts', 'numbers', 'preview', 'result'].map((name) => ({ title: text.any(`step.${name}`) }))}
        />
      </Card>
      {step === 0 && (
        <Card size="small">
          <Form layout="vertical" onFinish={() => isReady && setStep(1)}>
            <FactsForm
              facts={facts}
              names={isBought ? [...common, ...bought] : common}
              onChange={(change) => {
                setDirty(true);
                setFacts((old) => ({ ...old, ...change }));
              }}
            />
            <Flex justify="end" style={{ marginBlockEnd: 12 }}>
              <Button type="primary" htmlType="submit" disabled={!isReady}>
                {text('next')}
              </Button>
            </Flex>
          </Form>
          <ImportFile />
        </Card>
      )}
      {step === 1 && (
        <Card size="small">
          <SegmentInput
            typed={typed}
            onType={(value, found) => {
              setDirty(true);
              setTyped(value);
              setTags(found);
            }}
          />
          <Flex justify="end" gap={8} style={{ marginBlockStart: 16 }}>
            <Button onClick={() => setStep(0)}>{text('back')}</Button>
            <Button
              type="primary"
              disabled={tags.length === 0 || tags.length > 1000}
              loading={busy}
              onClick={() => void preview()}
            >
              {text('preview')}
            </Button>
          </Flex>
        </Card>
      )}
      {step === 2 && (
        <Card size="small">
          <PreviewTable rows={rows} findings={findings} onChange={setRows} />
          <Flex justify="end" gap={8} style={{ marginBlockStart: 16 }}>
            <Button onClick={() => setStep(1)}>{text('back')}</Button>
            <Button onClick={() => void check(rows)} loading={busy}>
              {text('checkAgain')}
            </Button>
            <Button type="primary" loading={busy} disabled={wanted.length === 0} onClick={() => void save()}>
              {text('register', { n: wanted.length })}
            </Button>
          </Flex>
        </Card>
      )}
      {step === 3 && made && (
        <Card size="small">
          <Result
            status="success"
            title={text('registered', { n: made.count })}
            subTitle={made.docNo}
            extra={[
              <Button key="print" type="primary" onClick={() => setPrinting(true)}>
                {text('printSheet')}
              </Button>,
              <Button key="see" onClick={() => openPage(`/pri/animal/info?entryId=${made.entryId}`)}>
                {text('seeAnimals')}
              </Button>,
              <Button key="again" onClick={restart}>
                {text('again')}
              </Button>,
            ]}
          />
          {isPrinting && <WearingSheet id={made.entryId} onDone={() => setPrinting(false)} />}
        </Card>
      )}
    </Flex>
  );
}
