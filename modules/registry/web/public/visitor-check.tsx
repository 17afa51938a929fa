import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { captcha } from '#modules/platform/contract/session.ts';

export interface Shown {
  readonly captchaId: string;
  readonly captchaCode: string;
}

interface Props {
  readonly said: string;
  /** Another picture for another attempt. */
  readonly round: number;
  onShown(shown: Shown): void;
}

/** R60: after too many unknown numbers somebody reads a picture, or answers a small sum, before the next one. */
export function VisitorCheck({ said, round, onShown }: Props) {
  const t = useT();
  const language = useLanguage();
  const [isQuestion, setQuestion] = useState(false);
  const [code, setCode] = useState('');
  const text = (key: string) => t.any(`registry.publicAnimal.${key}`);
  const { data, refetch } = useQuery({
    queryKey: ['registry.visitorCheck', round, isQuestion, language],
    queryFn: () => call(captcha, { query: { kind: isQuestion ? 'question' : 'picture' }, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const send = () => {
    if (data && code.trim()) onShown({ captchaId: data.captchaId, captchaCode: code.trim() });
  };
  return (
    <Flex vertical gap={12}>
      <Alert type="warning" showIcon title={said} />
      {!data ? (
        <Skeleton.Button active block />
      ) : data.image ? (
        <button
          type="button"
          onClick={() => void refetch()}
          style={{ border: 0, padding: 0, background: 'none', cursor: 'pointer', alignSelf: 'start' }}
        >
          <img src={data.image} alt={text('checkPicture')} width={132} height={44} />
        </button>
      ) : (
        <span role="status">{data.question}</span>
      )}
      <Input
        size="large"
        aria-label={text('checkCode')}
        placeholder={text('checkCode')}
        autoComplete="off"
        maxLength={8}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={send}
      />
      <Flex gap={8}>
        <Button type="primary" size="large" disabled={!data || !code.trim()} onClick={send}>
          {text('look')}
        </Button>
        <Button size="large" onClick={() => setQuestion((old) => !old)}>
          {text(isQuestion ? 'checkByPicture' : 'checkBySum')}
        </Button>
      </Flex>
    </Flex>
  );
}
