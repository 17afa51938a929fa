import { Form, Modal, Switch } from 'antd';
import { useId, useState } from 'react';
import { field } from '#kit/contract/field.ts';
import { ApiError, call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { type Grid, grid as grids, setDutyCall } from '#modules/registry/contract/grid/grid.ts';

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const fields = { job: field.dict('staff_job'), staffId: field.ref('registry.staff'), fromOn: field.date() };
const labels = { job: 'job', staffId: 'staff', fromOn: 'fromOn' } as const;

interface Props {
  readonly grid: Grid;
  onClose(): void;
}

/** Names somebody for a grid; whoever had the main duty has it until the day before. */
export function DutyDialog({ grid, onClose }: Props) {
  const t = useT();
  const id = useId();
  const changed = useChanged(grids);
  const [values, setValues] = useState<Record<keyof typeof fields, unknown>>({
    job: 'preventionWorker',
    staffId: null,
    fromOn: today(),
  });
  const [isMain, setMain] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const send = async () => {
    setBusy(true);
    setProblems({});
    try {
      const { job, staffId, fromOn } = values as { job: string; staffId: number; fromOn: string };
      await call(setDutyCall, { body: { gridId: grid.id, job, staffId, isMain, fromOn } });
      notify('success', t('registry.gridPage.set'));
      await changed();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblems(Object.fromEntries(error.errors.map((one) => [one.field, one.msg])));
    } finally {
      setBusy(false);
    }
  };
  const isReady = Object.values(values).every((value) => value !== null);
  return (
    <Modal
      open
      title={t('registry.gridPage.setDuty')}
      okButtonProps={{ disabled: !isReady }}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {(Object.keys(fields) as (keyof typeof fields)[]).map((name) => {
          const Input = fieldInputs[fields[name].kind];
          const problem = problems[name];
          return (
            <Form.Item
              key={name}
              label={t.any(`registry.gridPage.${labels[name]}`)}
              htmlFor={`${id}-${name}`}
              required
              {...(problem && { validateStatus: 'error', help: problem })}
            >
              <Input
                id={`${id}-${name}`}
                field={fields[name]}
                value={values[name]}
                onChange={(value) => setValues((old) => ({ ...old, [name]: value }))}
                onBlur={() => {}}
                disabled={false}
                invalid={problem !== undefined}
                describedBy={undefined}
              />
            </Form.Item>
          );
        })}
        <Form.Item label={t('registry.gridPage.isMain')} htmlFor={`${id}-main`}>
          <Switch id={`${id}-main`} checked={isMain} onChange={setMain} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
