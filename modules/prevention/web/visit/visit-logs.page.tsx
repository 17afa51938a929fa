import { immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { VisitList } from './visit-list.tsx';

const own = immunisationVisit.list.columns;
/** What was doubted stands in sight on a small screen. */
const columns = [...own.slice(0, 3), 'flags', ...own.slice(3).filter((one) => one !== 'flags'), 'photos'] as const;

/** 集中免疫记录. */
export default function VisitLogsPage() {
  return <VisitList modes="season,emergency" also="routine,self" columns={columns} />;
}
