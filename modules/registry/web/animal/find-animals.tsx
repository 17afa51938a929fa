import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { ApiError, call } from '#kit/web/api/client.ts';
import { CameraScan } from '#kit/web/field/camera-scan.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { animalByTag, type SmallAnimal } from '#modules/registry/contract/animal/animal-life.ts';
import { tagsOf } from '#modules/registry/contract/animal/animal-rules.ts';
import { EarTag } from './tag/ear-tag.tsx';

/** Numbers asked for in one call. */
const chunk = 200;

/** Scan, type the last digits, or paste a list: whatever it is, Enter finds it. */
export function FindAnimals({ onFound }: { onFound(animals: readonly SmallAnimal[]): void }) {
  const [typed, setTyped] = useState('');
  const [several, setSeveral] = useState<readonly SmallAnimal[]>([]);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const text = useTexts('registry.animalChangeForm');

  const find = async (raw: string) => {
    const wanted = raw.trim();
    if (wanted === '' || busy) return;
    setBusy(true);
    setSaid('');
    setSeveral([]);
    try {
      if (/^\d{4,14}$/.test(wanted)) {
        const found = await call(animalByTag, { query: { tag: wanted } });
        if (found.length === 1) take(found);
        else if (found.length === 0) setSaid(text('notFound', { n: 1 }));
        else setSeveral(found);
        return;
      }
      const { tags } = tagsOf(wanted);
      const found: SmallAnimal[] = [];
      for (let from = 0; from < Math.min(tags.length, 1000); from += chunk)
        found.push(
          ...(await call(animalByTag, {
            query: { tags: tags.slice(from, Math.min(from + chunk, 1000)).join(',') },
          })),
        );
      if (found.length > 0) take(found);
      if (found.length < tags.length || tags.length === 0)
        setSaid(text('notFound', { n: tags.length - found.length || 1 }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const take = (found: readonly SmallAnimal[]) => {
    onFound(found);
    setTyped('');
    setSeveral([]);
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8}>
        <Input.TextArea
          aria-label={text('find')}
          placeholder={text('findHint')}
          autoSize={{ minRows: 1, maxRows: 6 }}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={(event) => {
            if (event.shiftKey) return;
            event.preventDefault();
            void find(typed);
          }}
        />
        <CameraScan onScan={(code) => void find(code)} />
        <Button onClick={() => void find(typed)} loading={busy}>
          {text('add')}
        </Button>
      </Flex>
      {said && <Typography.Text type="warning">{said}</Typography.Text>}
      {several.length > 0 && (
        <Flex gap={8} wrap>
          <Typography.Text type="secondary">{text('which', { n: several.length })}</Typography.Text>
          {several.map((one) => (
            <Button key={one.id} size="small" onClick={() => take([one])}>
              <EarTag tag={one.earTag} />
              <Typography.Text type="secondary" data-record>
                {one.holderName}
              </Typography.Text>
            </Button>
          ))}
        </Flex>
      )}
    </Flex>
  );
}
