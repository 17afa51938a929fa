import { LockFilled, UnlockFilled } from '@ant-design/icons';
import { Button, Collapse, Flex, Typography, theme } from 'antd';
import { useEffect, useState } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import type { Proof } from '#modules/traceability/contract/seal/proof.ts';
import { type Shown, verifyInBrowser } from './verify-in-browser.ts';

interface Props {
  readonly proof: Proof;
  readonly pin: { readonly seq: number; readonly head: string } | null;
}

/** A lock in green, amber or red, by what this device computed; and how. */
export function ProofLine({ proof, pin }: Props) {
  const text = useTexts('traceability.publicTrace');
  const { token } = theme.useToken();
  const [shown, setShown] = useState<Shown | null>(null);
  const [round, setRound] = useState(0);
  const { seq, head } = pin ?? { seq: 0, head: '' };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round computes the same again
  useEffect(() => {
    let isGone = false;
    setShown(null);
    void verifyInBrowser(proof, head ? { seq, head } : null).then((done) => {
      if (!isGone) setShown(done);
    });
    return () => {
      isGone = true;
    };
  }, [proof, seq, head, round]);
  if (!shown) return <span role="status">{text('computing')}</span>;
  const colour = { ok: token.colorSuccess, pending: token.colorWarning, broken: token.colorError }[shown.state];
  const sealedOn = proof.sealed ? wallTime(proof.sealed.seal.cutAt).slice(0, 10) : '-';
  const hidden = proof.events.filter(
    (one) => 'value' in one.pub && (one.pub.value as { kind?: string }).kind === 'other',
  ).length;
  const words =
    shown.state === 'broken'
      ? text(shown.brokenAt === null ? 'sealBroken' : 'broken', { seq: shown.brokenAt ?? 0 })
      : text(shown.state === 'ok' ? 'green' : 'amber', {
          n: shown.count,
          date: sealedOn,
          waiting: shown.count - shown.sealedTo,
        });
  return (
    <Flex vertical gap={8}>
      <span role="status" data-proof={shown.state} style={{ color: colour, fontWeight: 600 }}>
        {shown.state === 'broken' ? <UnlockFilled aria-hidden /> : <LockFilled aria-hidden />} {words}
      </span>
      {shown.pinned && (
        <Typography.Text>{text('pinned', { n: shown.pinned.seq, m: shown.pinned.added })}</Typography.Text>
      )}
      <Collapse
        size="small"
        ghost
        items={[
          {
            key: 'how',
            label: text('how'),
            children: (
              <Flex vertical gap={6}>
                <Typography.Text>{text('step1', { n: shown.count })}</Typography.Text>
                <Typography.Text>{text('step2', { n: hidden })}</Typography.Text>
                {proof.sealed && (
                  <>
                    <Typography.Text>
                      {text('step3', {
                        seq: proof.sealed.seq,
                        no: proof.sealed.seal.sealNo,
                        n: proof.sealed.path.length,
                      })}
                    </Typography.Text>
                    <Typography.Text>
                      {text(shown.signed === null ? 'signUnknown' : shown.signed ? 'signOk' : 'signWrong')}
                    </Typography.Text>
                    <Typography.Text type="secondary">{text('root')}</Typography.Text>
                    <Typography.Text code copyable style={{ wordBreak: 'break-all' }}>
                      {proof.sealed.seal.root}
                    </Typography.Text>
                  </>
                )}
                <Button size="small" onClick={() => setRound(round + 1)}>
                  {text('again')}
                </Button>
              </Flex>
            ),
          },
        ]}
      />
    </Flex>
  );
}
