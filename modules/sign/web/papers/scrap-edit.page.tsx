import { usePage } from '#kit/web/shell-context.ts';
import { ScrapForm } from './scrap-form.tsx';

/** 编辑报废. */
export default function ScrapEditPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || undefined;
  return <ScrapForm key={id} id={id} />;
}
