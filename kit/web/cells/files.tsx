import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import type { CellProps } from './cell-props.ts';

export const FilesCell = ({ value, label }: CellProps<number[]>) => (
  <AttachmentsField value={value} names={label} bizType="" />
);
