import { immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { VisitList } from './visit-list.tsx';

const columns = [...immunisationVisit.list.columns, 'reasons', 'photos'] as const;

/** 常规补免记录. */
export default function RoutineLogsPage() {
  return <VisitList modes="routine" columns={columns} />;
}
