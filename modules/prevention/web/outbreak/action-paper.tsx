import { useQuery } from '@tanstack/react-query';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import PrintSheet from '#kit/web/ui/print-sheet.tsx';
import type { ActionTrace, InvestigationAction } from '#modules/prevention/contract/outbreak/investigation.ts';
import { figure, useDiseaseName, useLabel } from './names.tsx';
import { ringNames, ringsOf, zoneQuery } from './zone.tsx';

interface Props {
  readonly row: InvestigationAction;
  readonly trace: ActionTrace;
  /** The order goes out first; the report says what came of it. */
  readonly kind: 'order' | 'report';
  onDone(): void;
}

/** 流调与应急处置单 and 流调报告, on A4. */
export function ActionPaper({ row, trace, kind, onDone }: Props) {
  const language = useLanguage();
  const diseaseName = useDiseaseName();
  const typeOf = useLabel('investigation_type');
  const roleOf = useLabel('investigation_info_role');
  const statusOf = useLabel('investigation_info_status');
  const speciesOf = useLabel('species');
  const conclusionOf = useLabel('outbreak_conclusion');
  const text = useTexts('prevention.actionPage');
  const label = useTexts('prevention.investigationAction');
  const rings = ringsOf(row);
  const { data: zone } = useQuery(zoneQuery(row.id, rings, language));
  if (rings && !zone) return null;
  const nameOf = (key: string) => trace.points.find((one) => one.key === key)?.name ?? '-';
  const facts: [string, string][] = [
    [label('docNo'), row.docNo],
    [label('type'), typeOf(row.type)],
    [label('diseaseCode'), diseaseName(row.diseaseCode)],
    [label('indexPrincipalId'), row.indexPrincipalIdName ?? '-'],
    [label('regionCode'), row.regionCodeName ?? '-'],
    [label('suspectedOn'), row.suspectedOn ?? '-'],
    [label('startDate'), row.startDate],
    [label('leaderId'), row.leaderIdName ?? '-'],
    [label('teamNames'), row.teamNames ?? '-'],
    [label('heldAnimals'), String(row.heldAnimals)],
    ...(kind === 'report'
      ? ([[label('conclusion'), row.conclusion ? conclusionOf(row.conclusion) : '-']] as [string, string][])
      : []),
  ];
  return (
    <PrintSheet
      title={text(kind === 'order' ? 'orderTitle' : 'reportTitle')}
      onDone={onDone}
      notes={<span>{row.name}</span>}
    >
      <section>
        <table>
          <tbody>
            {pairs(facts).map((pair) => (
              <tr key={pair[0]?.[0]}>
                {pair.flatMap(([name, value]) => [
                  <th key={`${name} name`} style={{ width: '16%' }}>
                    {name}
                  </th>,
                  <td key={`${name} value`} style={{ width: '34%' }}>
                    {value}
                  </td>,
                ])}
              </tr>
            ))}
            <tr>
              <th>{label('measures')}</th>
              <td colSpan={3}>{row.measures ?? '-'}</td>
            </tr>
          </tbody>
        </table>
      </section>
      {zone && (
        <section>
          <h3>{text('zone')}</h3>
          <table>
            <thead>
              <tr>
                <th>{text('ring')}</th>
                {ringNames.map((name) => (
                  <th key={name}>{text(name)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[
                ...zone.rings.map((one, at) => ({
                  title: text(at === 0 ? 'ringIn' : 'ringOut', { n: one.km }),
                  ...one,
                })),
                { title: text('total'), ...zone.total },
              ].map((one) => (
                <tr key={one.title}>
                  <td>{one.title}</td>
                  {ringNames.map((name) => (
                    <td key={name}>{figure(one[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {kind === 'order' && (
            <>
              <h3>{text('inside', { n: zone.total.holders })}</h3>
              <table>
                <thead>
                  <tr>
                    <th>{text('no')}</th>
                    <th>{text('holder')}</th>
                    <th>{text('village')}</th>
                    <th>{text('km')}</th>
                    <th>{text('cattle')}</th>
                    <th>{text('sheep')}</th>
                    <th>{text('goat')}</th>
                    <th>{text('unprotected')}</th>
                    <th>{text('doses')}</th>
                  </tr>
                </thead>
                <tbody>
                  {zone.list.slice(0, 500).map((one, at) => (
                    <tr key={one.id}>
                      <td>{at + 1}</td>
                      <td>{one.name}</td>
                      <td>{one.regionName}</td>
                      <td>{one.km.toFixed(2)}</td>
                      <td>{one.cattle}</td>
                      <td>{one.sheep}</td>
                      <td>{one.goat}</td>
                      <td>{one.unprotected}</td>
                      <td>{one.doses}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )}
        </section>
      )}
      {kind === 'report' && (
        <>
          <section>
            <h3>{text('points')}</h3>
            <table>
              <thead>
                <tr>
                  <th>{text('role')}</th>
                  <th>{text('holder')}</th>
                  <th>{text('village')}</th>
                  <th>{text('status')}</th>
                </tr>
              </thead>
              <tbody>
                {trace.points
                  .filter((one) => one.role)
                  .map((one) => (
                    <tr key={one.key}>
                      <td>{roleOf(one.role)}</td>
                      <td>{one.name}</td>
                      <td>{one.regionName}</td>
                      <td>{statusOf(one.status)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </section>
          <section>
            <h3>{text('trace')}</h3>
            <table>
              <thead>
                <tr>
                  <th>{text('on')}</th>
                  <th>{text('from')}</th>
                  <th>{text('to')}</th>
                  <th>{text('species')}</th>
                  <th>{text('head')}</th>
                  <th>{text('vehicle')}</th>
                </tr>
              </thead>
              <tbody>
                {trace.moves.map((one) => (
                  <tr key={`${one.from} ${one.to} ${one.on} ${one.head} ${one.docNo}`}>
                    <td>{one.on}</td>
                    <td>{nameOf(one.from)}</td>
                    <td>{nameOf(one.to)}</td>
                    <td>{speciesOf(one.species)}</td>
                    <td>{one.head}</td>
                    <td>{one.vehicle ?? '-'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      <p style={{ display: 'flex', justifyContent: 'space-around', marginBlockStart: 40 }}>
        <span>{text('signIssuer')}</span>
        <span>{text('signLeader')}</span>
        <span>{text('signDate')}</span>
      </p>
    </PrintSheet>
  );
}

const pairs = <T,>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / 2) }, (_, at) => all.slice(at * 2, at * 2 + 2));
