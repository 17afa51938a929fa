import { Button, Card, Flex, Form, Input, Segmented, Select, Typography } from 'antd';
import { useId, useState } from 'react';
import { transitionKey } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { type AlarmDetail, alarm } from '#modules/platform/contract/alarm/alarm.ts';
import { PhotoUpload } from './photo-upload.tsx';
import { MuteDialog } from './rule/mute-dialog.tsx';
import { PersonSelect } from './rule/person-select.tsx';
import { useAlarmMoves } from './use-alarm-moves.ts';

const order = ['ack', 'handle', 'assign', 'confirm', 'reject', 'reopen'] as const;
type Verb = (typeof order)[number];

/** What the reader may do with it now, and the form of each. */
export function AlarmActions({ row }: { readonly row: AlarmDetail }) {
  const t = useT();
  const mayMute = useCan('alarm:record:mute');
  const [chosen, setChosen] = useState<Verb | null>(null);
  const [isMuting, setMuting] = useState(false);
  const verbs = order.filter((verb) => row._can.includes(verb));
  const verb = verbs.find((one) => one === chosen) ?? verbs[0];
  const isWaiting = row.status === 'handled' && verbs.length === 0;
  return (
    <Card
      size="small"
      title={t('platform.alarmPage.handleNow')}
      extra={
        mayMute &&
        row._can.includes('handle') && (
          <Button type="link" size="small" onClick={() => setMuting(true)}>
            {t('platform.alarmPage.mute')}
          </Button>
        )
      }
    >
      {verb ? (
        <Flex vertical gap={16}>
          {verbs.length > 1 && (
            <Segmented
              value={verb}
              onChange={setChosen}
              options={verbs.map((one) => ({ value: one, label: t.any(transitionKey(alarm, one)) }))}
            />
          )}
          <ActionForm key={`${verb} ${row.version}`} row={row} verb={verb} />
        </Flex>
      ) : (
        <Typography.Text type="secondary">
          {isWaiting
            ? t('platform.alarmPage.waitingFor', { who: row.confirmByName ?? '' })
            : t('platform.alarmPage.nothingToDo')}
        </Typography.Text>
      )}
      {isMuting && <MuteDialog row={row} onClose={() => setMuting(false)} />}
    </Card>
  );
}

function ActionForm({ row, verb }: { readonly row: AlarmDetail; readonly verb: Verb }) {
  const t = useT();
  const id = useId();
  const { move, busy, errors } = useAlarmMoves();
  const [reason, setReason] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<readonly number[]>([]);
  const [assigneeId, setAssignee] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const needed = tried ? t('error.field.required') : undefined;
  const asksRemark = verb === 'reject' || verb === 'reopen';

  const isComplete =
    (verb !== 'handle' || (reason !== null && note.trim() !== '' && (!row.needPhoto || photos.length > 0))) &&
    (verb !== 'assign' || assigneeId !== null) &&
    (!asksRemark || note.trim() !== '');
  const submit = () => {
    setTried(true);
    if (!isComplete) return;
    const form = {
      handle: { closeReason: reason, closeNote: note.trim(), closePhotos: photos },
      assign: { assigneeId },
    }[verb as string];
    void move(verb, [row], { ...(form && { form }), ...(asksRemark && { remark: note.trim() }) });
  };
  const item = (name: string, label: string, isMissing: boolean, input: React.ReactNode, isRequired = true) => {
    const problem = errors[name] ?? (isMissing ? needed : undefined);
    return (
      <Form.Item
        label={label}
        htmlFor={`${id}-${name}`}
        required={isRequired}
        {...(problem && { validateStatus: 'error' as const, help: problem })}
      >
        {input}
      </Form.Item>
    );
  };
  const noteInput = (name: string, label: string) =>
    item(
      name,
      label,
      note.trim() === '',
      <Input.TextArea
        id={`${id}-${name}`}
        rows={3}
        maxLength={500}
        showCount
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />,
    );
  return (
    <Form layout="vertical" onFinish={submit}>
      {verb === 'handle' && (
        <>
          {item(
            'closeReason',
            t('platform.alarm.closeReason'),
            reason === null,
            <Select
              id={`${id}-closeReason`}
              value={reason}
              onChange={setReason}
              placeholder={t('kit.choose')}
              options={row.closeReasons}
            />,
          )}
          {noteInput('closeNote', t('platform.alarm.closeNote'))}
          {item(
            'closePhotos',
            t('platform.alarm.closePhotos'),
            row.needPhoto && photos.length === 0,
            <PhotoUpload id={`${id}-closePhotos`} onChange={setPhotos} />,
            row.needPhoto,
          )}
        </>
      )}
      {verb === 'assign' &&
        item(
          'assigneeId',
          t('platform.alarm.assigneeId'),
          assigneeId === null,
          <PersonSelect id={`${id}-assigneeId`} alarmId={row.id} value={assigneeId} onChange={setAssignee} />,
        )}
      {asksRemark && noteInput('remark', t('platform.alarmPage.reason'))}
      <Button type="primary" danger={verb === 'reject'} htmlType="submit" loading={busy} block>
        {t.any(transitionKey(alarm, verb))}
      </Button>
    </Form>
  );
}
