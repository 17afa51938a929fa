import { CameraOutlined } from '@ant-design/icons';
import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { newKey, call as send } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { filePort } from '#kit/web/ui/file-port.ts';
import { sendMessage } from '#modules/cure/contract/consult/case.ts';
import type { Call } from './call.ts';
import { useCall } from './call-view.tsx';
import { placeNow, stillText } from './still.ts';

/** R34: the other side asks for a picture; it goes into the case with its time and, if the phone may say so, its place. */
export function StillRequest({ call, consultId }: { readonly call: Call; readonly consultId: number }) {
  const text = useTexts('cure.room');
  const { stillAskedBy } = useCall(call);
  const [isBusy, setBusy] = useState(false);
  if (stillAskedBy === null) return null;
  const take = async () => {
    setBusy(true);
    try {
      const [picture, place] = await Promise.all([call.takeStill(), placeNow()]);
      const sent =
        picture &&
        (await filePort.current?.send(
          new File([picture], `${Date.now()}.jpg`, { type: picture.type }),
          'cure.consult',
        ));
      if (!sent) throw new Error('no picture');
      const clientKey = newKey();
      const body = { consultId, kind: 'image' as const, fileId: sent.fileId, text: stillText(place), clientKey };
      await send(sendMessage, { body, idempotencyKey: clientKey });
      call.answerStill();
    } catch {
      notify('error', text('stillFailed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      type="info"
      showIcon
      icon={<CameraOutlined />}
      title={text('stillAsked', { name: stillAskedBy })}
      action={
        <Flex gap={8}>
          <Button size="small" type="primary" loading={isBusy} onClick={() => void take()}>
            {text('takeStill')}
          </Button>
          <Button size="small" onClick={() => call.answerStill()}>
            {text('noStill')}
          </Button>
        </Flex>
      }
    />
  );
}
