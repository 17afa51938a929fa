import { Tag } from 'antd';

/** The one date, wherever an animal is shown: red while it blocks. */
export function UntilTag({ until, isOpen = true }: { readonly until: string | null; readonly isOpen?: boolean }) {
  if (!until) return <span>-</span>;
  return isOpen ? <Tag color="error">{until}</Tag> : <span>{until}</span>;
}
