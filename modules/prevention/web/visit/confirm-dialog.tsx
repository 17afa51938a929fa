import { Alert, Descriptions, Flex, List, Modal, Tag } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { RefusedAnimal } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { useLabel, useWords } from './texts.ts';

export interface Preview {
  readonly isLocal: boolean;
  readonly accepted: number;
  readonly loose: number;
  readonly doses: number;
  readonly result: string;
  readonly flags: readonly string[];
  readonly refused: readonly Pick<RefusedAnimal, 'earTag' | 'lineNo' | 'text'>[];
}

interface Props {
  /** Whose animals they are: the last look before it is written down. */
  readonly holder: string;
  readonly preview: Preview;
  readonly vaccineNames: readonly string[];
  readonly busy: boolean;
  onOk(): void;
  onClose(): void;
}

/** What the sheet will be, before it is: who is left out and why, and what the station will ask about. */
export function ConfirmDialog({ holder, preview, vaccineNames, busy, onOk, onClose }: Props) {
  const t = useT();
  const words = useWords();
  const flag = useLabel('visit_flag');
  const result = useLabel('visit_result');
  const isNone = preview.accepted + preview.loose === 0 && preview.refused.length > 0;
  return (
    <Modal
      open
      title={
        <>
          {words('confirmTitle')} <span data-record>{holder}</span>
        </>
      }
      okText={preview.refused.length > 0 ? words('submitWithout', { n: preview.refused.length }) : words('submit')}
      okButtonProps={{ loading: busy, disabled: isNone, danger: preview.refused.length > 0 }}
      onOk={onOk}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        {preview.isLocal && <Alert type="warning" showIcon title={words('localPreview')} />}
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2 }}
          items={[
            { key: 'heads', label: words('heads'), children: preview.accepted + preview.loose },
            { key: 'doses', label: words('doses'), children: preview.doses },
            { key: 'result', label: words('result'), children: result(preview.result) },
            {
              key: 'flags',
              label: words('flags'),
              children:
                preview.flags.length > 0
                  ? preview.flags.map((one) => (
                      <Tag key={one} color="warning">
                        {flag(one)}
                      </Tag>
                    ))
                  : '–',
            },
          ]}
        />
        {preview.refused.length > 0 && (
          <>
            <Alert
              type="error"
              showIcon
              title={t('prevention.refusal.refusedAnimals', { n: preview.refused.length })}
            />
            <List
              size="small"
              style={{ maxHeight: 260, overflow: 'auto' }}
              dataSource={[...preview.refused]}
              renderItem={(one) => (
                <List.Item>
                  <span data-record>
                    <strong>{one.earTag}</strong> {one.lineNo !== null && vaccineNames[one.lineNo - 1]}
                  </span>
                  <Tag color="error">{one.text}</Tag>
                </List.Item>
              )}
            />
          </>
        )}
      </Flex>
    </Modal>
  );
}
