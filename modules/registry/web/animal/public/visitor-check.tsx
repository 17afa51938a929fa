import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, Input, Skeleton, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { solveWork } from '#kit/web/work/solve-work.ts';
import { captcha, challenge } from '#modules/platform/contract/auth/session.ts';

export interface Shown {
  readonly captchaId: string;
  readonly captchaCode?: string;
  readonly work?: string;
}

interface Props {
  readonly said: string;
  /** Another check for another attempt. */
  readonly round: number;
  onShown(shown: Shown): void;
}

/** R60: after too many unknown numbers the browser works before the next one; where it cannot, somebody reads a picture. */
export function VisitorCheck({ said, round, onShown }: Props) {
  const t = useT();
  const [isPicture, setPicture] = useState(false);
  const { data: solved } = useQuery({
    queryKey: ['registry.visitorWork', round],
    queryFn: async () => {
      const given = await call(challenge, { body: { username: '', work: 1 }, quiet: true });
      const work = given.work && (await solveWork(given.work));
      return work ? { captchaId: given.challenge, work } : { captchaId: null };
    },
    enabled: !isPicture,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (!solved) return;
    if (solved.captchaId === null) setPicture(true);
    else onShown(solved);
  }, [solved, onShown]);
  return (
    <Flex vertical gap={12}>
      <Alert type="warning" showIcon title={said} />
      {isPicture ? (
        <PictureCheck round={round} onShown={onShown} />
      ) : (
        <Flex gap={8} align="center" wrap>
          <Spin size="small" />
          <span role="status">{t('registry.publicAnimal.checkBusy')}</span>
          <Button type="link" onClick={() => setPicture(true)}>
            {t('registry.publicAnimal.checkByPicture')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

function PictureCheck({ round, onShown }: Pick<Props, 'round' | 'onShown'>) {
  const t = useT();
  const [code, setCode] = useState('');
  const { data, refetch } = useQuery({
    queryKey: ['registry.visitorCheck', round],
    queryFn: () => call(captcha, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const send = () => {
    if (data && code.trim()) onShown({ captchaId: data.captchaId, captchaCode: code.trim() });
  };
  return (
    <>
      {data ? (
        <button
          type="button"
          onClick={() => void refetch()}
          style={{ border: 0, padding: 0, background: 'none', cursor: 'pointer', alignSelf: 'start' }}
        >
          <img src={data.image} alt={t('registry.publicAnimal.checkPicture')} width={132} height={44} />
        </button>
      ) : (
        <Skeleton.Button active block />
      )}
      <Input
        size="large"
        aria-label={t('registry.publicAnimal.checkCode')}
        placeholder={t('registry.publicAnimal.checkCode')}
        autoComplete="off"
        maxLength={8}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={send}
      />
      <Button type="primary" size="large" disabled={!data || !code.trim()} onClick={send}>
        {t('registry.publicAnimal.look')}
      </Button>
    </>
  );
}
