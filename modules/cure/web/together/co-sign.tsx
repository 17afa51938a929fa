import { useMutation } from '@tanstack/react-query';
import { Button, Flex, Input, Segmented, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { CaseOpinion } from '#modules/cure/contract/consult/case.ts';

/** What further experts say of an opinion, under it. */
export function CoSigns({ of }: { readonly of: CaseOpinion }) {
  const text = useTexts('cure.coConsult');
  return (
    <>
      {of.coSigns.map((one) => (
        <Flex key={one.at} gap={6} wrap align="center" data-record>
          <Tag color={one.agrees ? 'success' : 'warning'}>{text(one.agrees ? 'agree' : 'differ')}</Tag>
          <b>{one.name}</b> {one.words}
        </Flex>
      ))}
    </>
  );
}

/** Agree or differ, with words; the same for somebody with an account and for one who came by a link. */
export function SignOpinion({ onSign }: { onSign(agrees: boolean, words: string): Promise<unknown> }) {
  const text = useTexts('cure.coConsult');
  const [agrees, setAgrees] = useState(true);
  const [words, setWords] = useState('');
  const sign = useMutation({ mutationFn: () => onSign(agrees, words.trim()) });
  return (
    <Flex vertical gap={8} style={{ marginTop: 8 }}>
      <Segmented<string>
        aria-label={text('signTitle')}
        value={agrees ? 'agree' : 'differ'}
        onChange={(value) => setAgrees(value === 'agree')}
        options={(['agree', 'differ'] as const).map((value) => ({ value, label: text(value) }))}
      />
      <Input.TextArea
        aria-label={text('words')}
        placeholder={text('words')}
        rows={2}
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Flex gap={8} align="center" justify="space-between" wrap>
        <Typography.Text type="secondary">{text('signHint')}</Typography.Text>
        <Button
          type="primary"
          disabled={words.trim().length < 2}
          loading={sign.isPending}
          onClick={() => sign.mutate()}
        >
          {text('sign')}
        </Button>
      </Flex>
    </Flex>
  );
}
