import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import { type BoardPerson, gridBoard, grid as grids } from '#modules/registry/contract/grid/grid.ts';
import './board-paper.css';

/** 公示牌: one page a village, to hang in it. Prints itself. */
export function BoardPaper({ gridId, onDone }: { readonly gridId: number; onDone(): void }) {
  const language = useLanguage();
  const text = useTexts('registry.gridPage');
  const { options: jobs, loading } = useDict('staff_job');
  const { data } = useQuery({
    queryKey: [...resourceKey(grids), 'board', gridId, language],
    queryFn: () => call(gridBoard, { query: { gridId } }),
  });
  if (!data || loading) return null;
  const jobOf = (job: string) => jobs.find((one) => one.dictValue === job)?.dictLabel ?? job;
  return (
    <PrintSheet isBare title={text('boardTitle')} onDone={onDone}>
      {data.map((village) => (
        <section key={village.code} className="registry-board">
          <h1>{text('boardTitle')}</h1>
          <p className="registry-board-village">{village.name}</p>
          <table>
            <tbody>
              <tr>
                <th>{text('boardGrid')}</th>
                <td>{`${village.gridName} · ${village.gridNo}`}</td>
              </tr>
              <tr>
                <th>{text('boardVillage')}</th>
                <td>{[village.around, village.name].filter(Boolean).join(' · ')}</td>
              </tr>
              <tr>
                <th>{text('boardWorkers')}</th>
                <td>
                  <People some={village.workers} jobOf={jobOf} empty={text('nobody')} />
                </td>
              </tr>
              <tr>
                <th>{text('boardSupervisors')}</th>
                <td>
                  <People some={village.supervisors} jobOf={jobOf} empty="" />
                </td>
              </tr>
              <tr>
                <th>{text('boardPhone')}</th>
                <td className="registry-board-phone">{village.phone}</td>
              </tr>
            </tbody>
          </table>
        </section>
      ))}
    </PrintSheet>
  );
}

interface PeopleProps {
  readonly some: readonly BoardPerson[];
  jobOf(job: string): string;
  readonly empty: string;
}

/** An empty line is left to be filled in by hand. */
function People({ some, jobOf, empty }: PeopleProps) {
  if (some.length === 0) return <span>{empty}</span>;
  return some.map((one) => (
    <div key={`${one.job} ${one.name}`}>
      <b>{one.name}</b>
      {` ${jobOf(one.job)} ${one.unitName ?? ''}`}
    </div>
  ));
}
