import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, type InputRef, Modal, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { ScanInput } from '#kit/web/field/scan-input.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { type DueAnimal, parseTags } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { useWords } from '../texts.ts';

interface Props {
  readonly principalId: number;
  readonly animals: readonly DueAnimal[];
  onFound(animals: readonly DueAnimal[]): void;
  /** Of this household, but not known when the sheet was opened. */
  onHere(animals: readonly DueAnimal[]): void;
  onGuest(animal: DueAnimal): void;
}

/** A number is whole or its last four digits at least; a column of them may be pasted at once. */
const numbersIn = (text: string) =>
  text
    .split(/[\s,，;；、]+/)
    .map((one) => one.replace(/\D/g, ''))
    .filter((one) => one.length >= 4);

type Parsed = DataOf<typeof parseTags>;
/** A whole number that no animal wears; some last digits are no number to register. */
const isUnknown = (one: Parsed[number]) => one.how === 'unknown' && one.tag.length === 15;

/** Always under the reader's beam: a scan, some last digits, or a pasted column. */
export function ScanBox({ principalId, animals, onFound, onHere, onGuest }: Props) {
  const joined = useJoined();
  const words = useWords();
  const input = useRef<InputRef>(null);
  const [choices, setChoices] = useState<readonly DueAnimal[]>([]);
  const [told, setTold] = useState<string | null>(null);
  const [guest, setGuest] = useState<{ animal: DueAnimal; holderName: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next household begins with its first animal
  useEffect(() => input.current?.focus({ preventScroll: true }), [principalId]);

  // R17: a number nobody knows waits here until its animal is registered; then it is on the sheet by itself.
  const { openPage } = usePage();
  const mayRegister = useCan('pri:animal:add');
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const takeHere = (rows: Parsed) => {
    const here = rows.flatMap((one) => (one.how === 'here' && one.animal ? [one.animal] : []));
    if (here.length > 0) onHere(here);
  };
  const { data: asked } = useQuery({
    queryKey: [...resourceKey(animal), 'waiting', principalId, waiting],
    queryFn: () => call(parseTags, { body: { text: waiting.join('\n'), principalId }, quiet: true }),
    enabled: waiting.length > 0,
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked anew is looked at once
  useEffect(() => {
    if (!asked) return;
    takeHere(asked);
    setWaiting((known) => known.filter((tag) => asked.some((one) => one.tag === tag && isUnknown(one))));
  }, [asked]);
  const read = async (raw: string) => {
    const numbers = numbersIn(raw);
    const hits: DueAnimal[] = [];
    const strange: string[] = [];
    const many: DueAnimal[][] = [];
    for (const one of new Set(numbers)) {
      const found = animals.filter((animal) => animal.earTag.endsWith(one));
      if (found.length === 1) hits.push(...found);
      else if (found.length > 1) many.push(found);
      else strange.push(one);
    }
    if (hits.length > 0) onFound(hits);
    if (numbers.length > 1) notify('info', words('pasted', { n: hits.length, of: numbers.length }));
    if (many[0]) setChoices(many.flat());
    if (strange.length > 0) await askAbout(strange);
  };
  const askAbout = async (strange: readonly string[]) => {
    try {
      const rows = await call(parseTags, { body: { text: strange.join('\n'), principalId }, quiet: true });
      const first = rows.find((one) => one.how === 'guest' && one.animal);
      if (first?.animal) setGuest({ animal: first.animal, holderName: first.holderName ?? '' });
      takeHere(rows);
      setWaiting((known) => [...new Set([...known, ...rows.filter(isUnknown).map((one) => one.tag)])]);
      const rest = rows.filter((one) => one !== first && one.how !== 'here' && !isUnknown(one));
      if (rest.length > 0) setTold(rest.map((one) => `${one.tag} ${words(`tag_${one.how}`)}`).join('；'));
    } catch {
      setTold(words('unknownHere', { tags: joined(strange) }));
    }
  };
  return (
    <Flex vertical gap={8}>
      <ScanInput
        ref={input}
        size="large"
        autoFocus
        inputMode="numeric"
        aria-label={words('scan')}
        placeholder={words('scanHint')}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (numbersIn(pasted).length < 2) return;
          event.preventDefault();
          void read(pasted);
        }}
        onScan={(raw) => {
          const isShort = numbersIn(raw).length === 0;
          setTold(isShort ? words('tooShort') : null);
          if (isShort) return false;
          return void read(raw);
        }}
      />
      {told && <Alert type="warning" showIcon closable={{ onClose: () => setTold(null) }} title={told} />}
      {waiting.map((tag) => (
        <Alert
          key={tag}
          type="warning"
          showIcon
          closable={{ onClose: () => setWaiting((known) => known.filter((one) => one !== tag)) }}
          title={`${tag} ${words('tag_unknown')}`}
          description={words('joinsLater')}
          action={
            mayRegister && (
              <Button
                size="small"
                type="primary"
                onClick={() => openPage(`/pri/animal/add?tag=${tag}&principalId=${principalId}&entryKind=backlog`)}
              >
                {words('register')}
              </Button>
            )
          }
        />
      ))}
      {guest && (
        <Alert
          type="info"
          showIcon
          closable={{ onClose: () => setGuest(null) }}
          title={
            <span>
              {words('guestOf', { tag: guest.animal.earTag })} <span data-record>{guest.holderName}</span>
            </span>
          }
          action={
            <Button
              size="small"
              type="primary"
              onClick={() => {
                onGuest(guest.animal);
                setGuest(null);
              }}
            >
              {words('takeGuest')}
            </Button>
          }
        />
      )}
      <Modal
        open={choices.length > 0}
        title={words('choose')}
        footer={null}
        onCancel={() => setChoices([])}
        afterClose={() => input.current?.focus()}
      >
        <Radio.Group
          vertical
          options={choices.map((one) => ({ value: one.animalId, label: <span data-record>{one.earTag}</span> }))}
          onChange={({ target }) => {
            onFound(choices.filter((one) => one.animalId === target.value));
            setChoices([]);
          }}
        />
      </Modal>
    </Flex>
  );
}
