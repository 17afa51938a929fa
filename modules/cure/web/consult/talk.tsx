import { PictureOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Card, Empty, Flex, Image, Input, Typography, theme, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type CaseMessage, type CasePage, recallMessage, sendMessage } from '#modules/cure/contract/consult/case.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { dropKept, keep, readKept } from '../common/kept.ts';
import { stillPlace } from '../room/still.ts';

const draftOf = (id: number) => `talk.${id}`;

/** The conversation; what is being written survives leaving the tab. */
export function Talk({ data, onSent }: { readonly data: CasePage; onSent(): void }) {
  const text = useTexts('cure.casePage');
  const { userId } = useSession().user;
  const [typed, setTyped] = useState(() => readKept<string>(userId, draftOf(data.id)) ?? '');
  const [busy, setBusy] = useState(false);
  const attempt = useRef(newKey());
  const end = useRef<HTMLDivElement>(null);
  const count = data.messages.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a message came
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  const write = (value: string) => {
    setTyped(value);
    if (value) keep(userId, draftOf(data.id), value);
    else dropKept(userId, draftOf(data.id));
  };
  const send = async (more: { kind: 'text' | 'image'; text?: string; fileId?: number }) => {
    setBusy(true);
    try {
      await call(sendMessage, {
        body: { consultId: data.id, clientKey: attempt.current, ...more },
        idempotencyKey: attempt.current,
      });
      attempt.current = newKey();
      if (more.kind === 'text') write('');
      onSent();
    } finally {
      setBusy(false);
    }
  };
  const picture = async (file: File) => {
    const port = filePort.current;
    if (!port) return;
    const sent = await port.send(file, 'cure.consult').catch(() => null);
    if (sent === null) notify('error', text('pictureFailed'));
    else await send({ kind: 'image', fileId: sent.fileId });
  };
  return (
    <Card size="small" title={text('talk')}>
      <div className="ml-talk" role="log" aria-label={text('talk')}>
        {count === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
        {data.messages.map((one) => (
          <Said key={one.seq} one={one} data={data} onChanged={onSent} />
        ))}
        <div ref={end} />
      </div>
      {data.me.mayWrite ? (
        <Flex vertical gap={8} style={{ marginTop: 12 }}>
          <Input.TextArea
            aria-label={text('write')}
            placeholder={text('write')}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={4000}
            value={typed}
            onChange={(event) => write(event.target.value)}
            onPressEnter={(event) => {
              if (!event.ctrlKey && !event.metaKey) return;
              event.preventDefault();
              if (typed.trim()) void send({ kind: 'text', text: typed.trim() });
            }}
          />
          <Flex gap={8} justify="space-between">
            <Upload
              accept="image/*"
              multiple
              showUploadList={false}
              beforeUpload={(file) => {
                void picture(file);
                return false;
              }}
            >
              <Button icon={<PictureOutlined />}>{text('addPicture')}</Button>
            </Upload>
            <Button
              type="primary"
              icon={<SendOutlined />}
              loading={busy}
              disabled={typed.trim() === ''}
              onClick={() => void send({ kind: 'text', text: typed.trim() })}
            >
              {text('send')}
            </Button>
          </Flex>
        </Flex>
      ) : (
        <Typography.Paragraph type="secondary" style={{ margin: '12px 0 0' }}>
          {text('readOnly')}
        </Typography.Paragraph>
      )}
    </Card>
  );
}

function Said({ one, data, onChanged }: { readonly one: CaseMessage; readonly data: CasePage; onChanged(): void }) {
  const text = useTexts('cure.casePage');
  const { token } = theme.useToken();
  const at = wallTime(one.at).slice(5, 16);
  if (one.kind === 'system') {
    const [key = '', rest = ''] = one.body.split(/:(.*)/s);
    return (
      <Typography.Text type="secondary" style={{ textAlign: 'center' }}>
        {at} {text.any(`said.${key}`, { name: one.sender, rest })}
      </Typography.Text>
    );
  }
  const background = one.isMine ? token.colorPrimaryBg : token.colorFillTertiary;
  const mayRecall = one.isMine && !one.isRecalled && Date.now() - Date.parse(one.at) < 115_000;
  const recall = async () => {
    await call(recallMessage, { body: { consultId: data.id, seq: one.seq } });
    onChanged();
  };
  return (
    <Flex vertical align={one.isMine ? 'end' : 'start'} gap={2}>
      <Typography.Text type="secondary" style={{ fontSize: 12 }} data-record>
        {one.sender} {one.role && <DictName dict="consult_party_role" value={one.role} />} {at}
      </Typography.Text>
      <div className="ml-said" style={{ background }} data-record>
        <Body one={one} data={data} />
      </div>
      {mayRecall && <TextButton onClick={() => void recall()}>{text('recall')}</TextButton>}
    </Flex>
  );
}

function Body({ one, data }: { readonly one: CaseMessage; readonly data: CasePage }) {
  const text = useTexts('cure.casePage');
  if (one.isRecalled) return <Typography.Text type="secondary">{text('recalled')}</Typography.Text>;
  if (one.kind === 'image' && one.fileUrl)
    return (
      <Flex vertical gap={2}>
        <Image src={one.fileUrl} alt={text('picture')} width={180} style={{ borderRadius: 4 }} />
        {stillPlace(one.body) !== null && (
          <Typography.Text type="secondary">
            {text('still')} {stillPlace(one.body)}
          </Typography.Text>
        )}
      </Flex>
    );
  if (one.kind === 'opinion') {
    const opinion = data.opinions.find((given) => given.no === one.refId);
    return (
      <span>
        <b>{text('opinionNo', { n: one.refId ?? 1 })}</b> {opinion ? `${opinion.diagnosis} · ${opinion.advice}` : ''}
      </span>
    );
  }
  if (one.kind === 'prescription') return <b>{text('sheetNo', { docNo: one.body })}</b>;
  return <span>{one.body}</span>;
}
