import { ScrapForm } from './scrap-form.tsx';

/** 新增报废. */
export default function ScrapAddPage() {
  return <ScrapForm id={undefined} />;
}
