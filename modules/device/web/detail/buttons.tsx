import { App, Button, Flex } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { panelLater } from '#kit/web/ui/later.tsx';
import { type Device, device, sendCommand } from '#modules/device/contract/catalogue/device.ts';
import type { DeviceNow } from '#modules/device/contract/telemetry/telemetry.ts';
import { Steps } from '../common/steps.tsx';

const TransferDialog = panelLater(async () => (await import('./transfer-dialog.tsx')).TransferDialog);

const steps = ['suspend', 'resume', 'repair', 'repaired', 'reportLost', 'found', 'scrap'] as const;
const sendable = ['lamp', 'locateNow', 'reboot', 'tare'] as const;

/** What may be done with it now. */
export function Buttons({
  row,
  now,
  onChanged,
}: {
  readonly row: Device;
  readonly now: DeviceNow;
  onChanged(): unknown;
}) {
  const t = useT();
  const text = useTexts('device.detailPage');
  const { message } = App.useApp();
  const { actions } = useSession();
  const { openPage } = usePage();
  const [isGiven, setGiven] = useState(false);
  const send = async (name: (typeof sendable)[number]) => {
    await call(sendCommand, { body: { idArr: [row.id], name, params: {} } });
    message.success(text('sent'));
  };
  const commands = sendable.filter(
    (name) => now.commands.includes(name) && actions.has('device:info:command') && row.status === 'active',
  );
  return (
    <Flex gap={8} wrap>
      {commands.map((name) => (
        <Button key={name} onClick={() => void send(name)}>
          {t.any(`device.command.${name}`)}
        </Button>
      ))}
      {actions.has('device:binding:bind') && (
        <Button
          onClick={() =>
            openPage(
              `/anm/device/bind?principalId=${row.principalId}&device=${row.deviceNo}&mode=${now.binding ? 'replace' : 'bind'}`,
            )
          }
        >
          {now.binding ? text('replace') : text('bind')}
        </Button>
      )}
      {row.status === 'idle' && actions.has('device:info:transfer') && (
        <Button onClick={() => setGiven(true)}>{text('transfer')}</Button>
      )}
      {isGiven && <TransferDialog row={row} onDone={onChanged} onClose={() => setGiven(false)} />}
      <Steps resource={device} row={row} names={steps} />
    </Flex>
  );
}
