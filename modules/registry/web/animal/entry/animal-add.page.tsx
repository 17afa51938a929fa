import { Alert, Button, Card, Flex, Form, Input, type InputRef, Typography } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { checkEntry, registerEntry } from '#modules/registry/contract/animal/animal-entry.ts';
import { earTagPattern } from '#modules/registry/contract/animal/animal-rules.ts';
import { askedFacts, type EntryFacts, entryBody, lastFacts, rememberFacts } from './entry-facts.ts';
import { FactsForm } from './facts-form.tsx';
import { useWarned } from './use-warned.tsx';

const bought = ['originRegionCode', 'quarantineCertNo', 'sellerName', 'price'] as const;

/** Late tagging is marked, not asked about; what a pen says is. */
const isOfPen = ({ bizCode }: { readonly bizCode: string }) => bizCode === 'penOver' || bizCode === 'notIsolated';

/** 登记畜只: one head in the yard, with dirty hands: large inputs one below the other, Enter goes on. */
export default function AnimalAddPage() {
  const t = useT();
  const { search, setDirty } = usePage();
  const asked = search.toString();
  const changed = useChanged(animal);
  const warned = useWarned();
  const [facts, setFacts] = useState<EntryFacts>(lastFacts);
  const [tag, setTag] = useState('');
  const [mother, setMother] = useState('');
  const [chip, setChip] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<readonly string[]>([]);
  const attempt = useRef<string | null>(null);
  const first = useRef<InputRef>(null);
  // Whoever found a number nobody knows comes here with it; each address is taken once.
  const taken = useRef('');
  useEffect(() => {
    if (taken.current === asked) return;
    taken.current = asked;
    const { tag: wanted, ...more } = askedFacts(new URLSearchParams(asked));
    setFacts((old) => ({ ...old, ...more }));
    if (wanted) setTag(wanted);
  }, [asked]);
  const text = useTexts('registry.animalForm');
  const isBought = facts.entryKind === 'bought' || facts.entryKind === 'donated';
  const isReady = facts.principalId !== null && earTagPattern.test(tag) && facts.breed !== '';

  const change = (work: () => void) => {
    attempt.current = null;
    setProblem(null);
    setDirty(true);
    work();
  };
  const save = async () => {
    if (!isReady || busy) return;
    setBusy(true);
    attempt.current ??= newKey();
    try {
      const one = {
        tag,
        species: facts.species,
        breed: facts.breed,
        sex: facts.sex,
        birthDate: facts.birthDate,
        motherTag: mother || null,
        electronicTag: chip || null,
      };
      const found = facts.penId ? await call(checkEntry, { body: entryBody(facts, [one]), quiet: true }) : [];
      if (!(await warned(found.filter(isOfPen).map(({ words }) => words)))) return;
      const body = entryBody(facts, [one]);
      const made = await call(registerEntry, { body, idempotencyKey: attempt.current, quiet: true });
      notify('success', text('registeredOne', { tag }));
      // The stock does not grow by it: the head was counted before it had a number.
      if (made.fromUntagged > 0)
        notify('info', text('fromUntagged', { n: made.fromUntagged, left: made.untaggedLeft }));
      rememberFacts(facts);
      attempt.current = null;
      setSaved((old) => [tag, ...old].slice(0, 20));
      // Tags come in rolls: the next one is most likely the next number.
      setTag(String(BigInt(tag) + 1n));
      setMother('');
      setChip('');
      setDirty(false);
      void changed();
      first.current?.focus({ cursor: 'end' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const goOn = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-next]')];
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const digits = (
    name: string,
    value: string,
    set: (next: string) => void,
    required: boolean,
    ref?: React.Ref<InputRef>,
  ) => (
    <Form.Item label={text.any(name)} htmlFor={`animal-add-${name}`} required={required}>
      <Input
        {...(ref && { ref })}
        id={`animal-add-${name}`}
        data-next=""
        size="large"
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        value={value}
        onChange={(event) => change(() => set(event.target.value.replace(/\D/g, '')))}
        style={{ fontSize: required ? 24 : 18, letterSpacing: 1, fontVariantNumeric: 'tabular-nums' }}
      />
    </Form.Item>
  );
  const set = (more: Partial<EntryFacts>) => change(() => setFacts((old) => ({ ...old, ...more })));
  return (
    <Card size="small" style={{ maxWidth: 640, marginInline: 'auto' }}>
      <Form layout="vertical" size="large" onFinish={() => void save()} onKeyDown={goOn}>
        {digits('tag', tag, setTag, true, first)}
        {tag.length === 15 && !earTagPattern.test(tag) && (
          <Alert type="error" showIcon title={t('registry.animal.tagFormat')} style={{ marginBlockEnd: 16 }} />
        )}
        <FactsForm
          isLarge
          facts={facts}
          names={['principalId', 'penId', 'entryKind', 'species', 'sex', 'breed', 'birthDate', 'wornOn']}
          onChange={set}
        />
        {facts.entryKind === 'born' && digits('motherTag', mother, setMother, false)}
        {isBought && <FactsForm isLarge facts={facts} names={bought} onChange={set} />}
        {digits('electronicTag', chip, setChip, false)}
        {problem && <Alert type="error" showIcon title={problem} style={{ marginBlockEnd: 16 }} />}
        <Button type="primary" size="large" block htmlType="submit" loading={busy} disabled={!isReady}>
          {text('saveNext')}
        </Button>
      </Form>
      {saved.length > 0 && (
        <Flex vertical gap={4} style={{ marginBlockStart: 16 }}>
          <Typography.Text type="secondary">{text('savedNow', { n: saved.length })}</Typography.Text>
          {saved.map((one) => (
            <PageLink key={one} to={`/pri/animal/detail?tag=${one}`}>
              {one}
            </PageLink>
          ))}
        </Flex>
      )}
    </Card>
  );
}
