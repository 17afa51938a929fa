import { Alert, Form, Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { type Grid, grid as grids, splitGrid } from '#modules/registry/contract/grid/grid.ts';

const staff = field.ref('registry.staff', { optional: true });
const StaffInput = fieldInputs.ref;
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

interface Props {
  readonly grid: Grid;
  readonly villages: readonly { readonly code: number; readonly name: string }[];
  /** The job a new main person is named for. */
  readonly job: { readonly value: string; readonly label: string };
  onDone(id: number): void;
  onClose(): void;
}

/** Some of a grid's villages become a grid of their own. */
export function SplitDialog({ grid, villages, job, onDone, onClose }: Props) {
  const id = useId();
  const changed = useChanged(grids);
  const text = useTexts('registry.gridPage');
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<number[]>([]);
  const [staffId, setStaffId] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const send = async () => {
    setBusy(true);
    setProblems({});
    try {
      const main = staffId === null ? {} : { main: { job: job.value, staffId, fromOn: today() } };
      const body = { gridId: grid.id, version: grid.version, name: name.trim(), villages: codes, ...main };
      const made = await call(splitGrid, { body });
      notify('success', text('splitDone', { no: made.gridNo }));
      await changed();
      onDone(made.id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(Object.fromEntries(error.errors.map((one) => [one.field.split('.').at(-1), one.msg])));
    } finally {
      setBusy(false);
    }
  };
  const problemOf = (field: string) =>
    problems[field] ? ({ validateStatus: 'error', help: problems[field] } as const) : {};
  const isReady = name.trim() !== '' && codes.length > 0 && codes.length < villages.length;
  return (
    <Modal
      open
      title={`${text('splitTitle')} · ${grid.name}`}
      okText={text('split')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Alert type="info" showIcon title={text('splitHint')} style={{ marginBottom: 16 }} />
        <Form.Item label={text('splitVillages')} htmlFor={`${id}-villages`} required {...problemOf('villages')}>
          <Select<number[]>
            id={`${id}-villages`}
            mode="multiple"
            value={codes}
            onChange={setCodes}
            options={villages.map((one) => ({ value: one.code, label: one.name }))}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={text('chooseVillages')}
          />
        </Form.Item>
        <Form.Item label={text('splitName')} htmlFor={`${id}-name`} required {...problemOf('name')}>
          <Input
            id={`${id}-name`}
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={`${text('splitMain')} · ${job.label}`}
          htmlFor={`${id}-staff`}
          extra={text('splitMainHint')}
          {...problemOf('staffId')}
        >
          <StaffInput
            id={`${id}-staff`}
            field={staff}
            value={staffId}
            onChange={(value) => setStaffId(value as number | null)}
            onBlur={() => {}}
            disabled={false}
            invalid={problems.staffId !== undefined}
            describedBy={undefined}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
