import { Form } from 'antd';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { breedDict, DictChoice } from './names.tsx';

const others = animal.form.filter((name) => name !== 'breed');

/** R42: what may be put right of an animal; its breed among those of its species. */
export function AnimalEdit({ id, onClose }: { readonly id: number; onClose(): void }) {
  const { row } = useResourceDetail(animal, id);
  return (
    <FormDrawer
      resource={animal}
      id={id}
      onClose={onClose}
      width={720}
      body={(form, formId) => (
        <>
          <Form.Item
            label={form.labelOf('breed')}
            htmlFor={`${formId}-breed`}
            required
            {...(form.errors.breed && { validateStatus: 'error', help: form.errors.breed })}
          >
            <DictChoice
              id={`${formId}-breed`}
              dict={breedDict(String(row?.species ?? 'cattle'))}
              value={form.values.breed as string}
              onChange={(value) => form.set('breed', value)}
            />
          </Form.Item>
          <FormFields id={formId} form={form} names={others} />
        </>
      )}
    />
  );
}
