import { useQueryClient } from '@tanstack/react-query';
import { Flex, Form, Select } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { type DeviceLease, deviceLease, leaseUnits } from '#modules/bank/contract/lease/lease.ts';
import { DeliverDialog } from './deliver-dialog.tsx';
import { LeaseTotals } from './lease-totals.tsx';
import { ReturnDialog } from './return-dialog.tsx';

/** 承租方: contracts, delivery and return of devices. */
export default function LesseePage() {
  const text = useTexts('bank.leasePage');
  const client = useQueryClient();
  const { openPage } = usePage();
  const { actions } = useSession();
  const [open, setOpen] = useState<{ what: 'deliver' | 'return'; lease: DeviceLease } | null>(null);
  const close = () => {
    setOpen(null);
    void client.invalidateQueries();
  };
  const may = actions.has('bank:platform:edit');
  return (
    <>
      <ResourcePage
        resource={deviceLease}
        above={() => <LeaseTotals />}
        form={{ initial: { deposit: 0 }, body: (form, formId) => <LeaseFields form={form} formId={formId} /> }}
        actions={(lease) => [
          ...(may && lease.status === 'active' && lease._can.includes('end')
            ? [{ key: 'deliver', label: text('deliver'), run: () => setOpen({ what: 'deliver', lease }) }]
            : []),
          ...(may && ['active', 'ending'].includes(lease.status) && lease.devices > 0 && lease._can.includes('end')
            ? [{ key: 'return', label: text('return'), run: () => setOpen({ what: 'return', lease }) }]
            : []),
          {
            key: 'devices',
            label: text('devices'),
            run: () => openPage(`/bank/platform/equipment?leaseId=${lease.id}&isOut=true`),
          },
          { key: 'bills', label: text('bills'), run: () => openPage(`/bank/platform/leaseBill?leaseId=${lease.id}`) },
        ]}
      />
      {open?.what === 'deliver' && <DeliverDialog lease={open.lease} onClose={close} />}
      {open?.what === 'return' && <ReturnDialog leaseId={open.lease.id} title={open.lease.docNo} onClose={close} />}
    </>
  );
}

type Unit = Awaited<ReturnType<typeof find>>[number];
const find = (words: string) => call(leaseUnits, { query: { words }, quiet: true });

/** Units are found by name: a lessor has no register to choose from. */
function LeaseFields({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const [found, setFound] = useState<readonly Unit[]>([]);
  const unit = (name: 'lesseeId' | 'forBankId', isWanted: boolean) => (
    <Form.Item
      label={form.labelOf(name)}
      htmlFor={`${formId}-${name}`}
      required={isWanted}
      {...(form.errors[name] && { validateStatus: 'error' as const, help: form.errors[name] })}
    >
      <Select
        id={`${formId}-${name}`}
        value={(form.values[name] as number | null) ?? null}
        allowClear={!isWanted}
        showSearch={{
          filterOption: false,
          onSearch: (words) => {
            if (words.trim()) void find(words.trim()).then(setFound);
          },
        }}
        onChange={(id?: number | null) => form.set(name, id ?? null)}
        options={found.map((one) => ({ value: one.id, label: `${one.name} · ${one.typeName} · ${one.regionName}` }))}
      />
    </Form.Item>
  );
  return (
    <Flex vertical>
      {!form.isEditing && unit('lesseeId', true)}
      {!form.isEditing && unit('forBankId', false)}
      <FormFields id={formId} form={form} names={['contractNo', 'fromOn', 'toOn', 'deposit', 'files', 'remark']} />
    </Flex>
  );
}
