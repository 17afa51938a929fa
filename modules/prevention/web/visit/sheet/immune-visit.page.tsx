import { useQueryClient } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Result, Segmented, Spin, Tag } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '#kit/web/api/notify.ts';
import { useOnline } from '#kit/web/field/network.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { outbox, type Queued } from '../offline/outbox.ts';
import { QueuePanel } from '../offline/queue-panel.tsx';
import { readServerDraft } from '../offline/server-draft.ts';
import { packKey, useHouseholds, usePack, usePrepared } from '../offline/use-pack.ts';
import { useLabel, useWords } from '../texts.ts';
import { compute } from './compute.ts';
import { type Mode, modes } from './form.ts';
import { HolderPicker } from './holder-picker.tsx';
import { SheetForm } from './sheet-form.tsx';
import { type Saved, useSubmit } from './use-submit.ts';
import { typedSoFar, useVisit } from './use-visit.ts';
import './visit.css';

/** 免疫登记: one household in one form, with or without a network. */
export default function ImmuneVisitPage() {
  const words = useWords();
  const url = useUrlState();
  const { openPage } = usePage();
  const client = useQueryClient();
  const changed = useChanged(immunisationVisit);
  const modeName = useLabel('immune_mode');
  const flagName = useLabel('visit_flag');
  const mayList = useCan('ant:visit:list');
  const isOnline = useOnline();
  const frame = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const mode = (modes.find((one) => one === url.get('mode')) ?? 'season') as Mode;
  const principalId = Number(url.get('principalId')) || null;
  const visit = useVisit();
  const pack = usePack(mode, isOnline);
  const households = useHouseholds(mode, '');
  const prepared = usePrepared(mode, principalId);
  const { typed } = visit;

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setNarrow((entry?.contentRect.width ?? 999) < 600));
    if (frame.current) watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);

  // What was being typed when the page was left stands there again; else the household begins anew.
  const begun = useRef<string | null>(null);
  const [isFirst, setFirst] = useState(true);
  const draftId = Number(url.get('draftId')) || null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per opening
  useEffect(() => {
    void (async () => {
      const last = await typedSoFar();
      if (last && !draftId && (principalId === null || last.form.principalId === principalId)) {
        begun.current = `${last.form.mode} ${last.form.principalId}`;
        visit.take(last.prepared, last.form);
        url.set({ principalId: String(last.form.principalId), mode: last.form.mode }, { replace: true });
      } else if (draftId) {
        const draft = await readServerDraft(draftId).catch(() => null);
        if (draft) {
          begun.current = `${draft.form.mode} ${draft.form.principalId}`;
          visit.take(draft.prepared, draft.form);
          url.set(
            { principalId: String(draft.form.principalId), mode: draft.form.mode, draftId: null },
            { replace: true },
          );
        }
      }
      setFirst(false);
    })();
  }, []);
  const fresh = prepared.data?.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a household begins when it is chosen and known
  useEffect(() => {
    if (isFirst || !fresh || fresh.holder.principalId !== principalId) return;
    const wanted = `${mode} ${principalId}`;
    if (begun.current === wanted) return;
    begun.current = wanted;
    visit.begin(fresh, mode);
  }, [isFirst, fresh, principalId, mode]);

  const refresh = () => {
    void client.invalidateQueries({ queryKey: [...packKey, 'list'] });
    void changed();
  };
  const choose = (id: number | null) => {
    begun.current = null;
    setSaved(null);
    visit.drop();
    client.removeQueries({ queryKey: [...packKey, 'herd'] });
    url.set({ principalId: id === null ? null : String(id) }, { replace: true });
  };
  const submit = useSubmit({
    change: visit.change,
    onSaved: (done) => {
      choose(null);
      setSaved(done);
      refresh();
    },
    onQueued: (isHeld) => {
      choose(null);
      notify(isHeld ? 'success' : 'warning', words(isHeld ? 'queued' : 'queuedHere'));
    },
  });
  const computed = useMemo(() => (typed ? compute(typed.prepared, typed.form) : null), [typed]);
  const correct = async (one: Queued) => {
    await outbox.takeOut(one, false);
    begun.current = `${one.form.mode} ${one.form.principalId}`;
    setSaved(null);
    visit.take(one.prepared, one.form);
    url.set({ principalId: String(one.form.principalId), mode: one.form.mode }, { replace: true });
  };
  const next = households.data?.rows.find((one) => one.due > one.done);
  const isOpen = typed !== null && computed !== null && typed.form.principalId === principalId;
  return (
    <div className="ml-visit" ref={frame}>
      <Flex vertical gap={12}>
        <QueuePanel isOnline={isOnline} onCorrect={(one) => void correct(one)} onSent={refresh} />
        <Flex gap={8} wrap align="center">
          <Segmented
            value={mode}
            onChange={(value) => {
              choose(null);
              url.set({ mode: String(value), principalId: null }, { replace: true });
            }}
            options={modes.map((value) => ({ value, label: modeName(value) }))}
          />
          {prepared.data?.at && <Tag color="warning">{words('keptAt', { at: prepared.data.at.slice(0, 10) })}</Tag>}
          {typed?.prepared.season && <Tag data-record>{typed.prepared.season.name}</Tag>}
        </Flex>
        <div className="ml-visit-frame">
          {!(isNarrow && isOpen) && <HolderPicker mode={mode} chosen={principalId} pack={pack} onChoose={choose} />}
          {isNarrow && isOpen && <Button onClick={() => choose(null)}>{words('otherHousehold')}</Button>}
          {isOpen && (
            <SheetForm
              key={typed.form.clientKey}
              visit={visit}
              prepared={typed.prepared}
              form={typed.form}
              computed={computed}
              isNarrow={isNarrow}
              busy={submit.busy}
              onSubmit={() => void submit.ask({ ...typed, computed })}
              onDraft={() => void submit.saveDraft({ ...typed, computed })}
            />
          )}
          {!isOpen && saved && (
            <Card className="ml-visit-rest">
              <Result
                status="success"
                title={words('savedTitle', { docNo: saved.docNo })}
                subTitle={
                  <>
                    {words('savedHeads', { n: saved.accepted })}{' '}
                    {saved.flags.map((one) => (
                      <Tag key={one} color="warning">
                        {flagName(one)}
                      </Tag>
                    ))}
                  </>
                }
                extra={[
                  next && (
                    <Button key="next" type="primary" onClick={() => choose(next.principalId)}>
                      {words('nextHousehold')} <span data-record>{next.name}</span>
                    </Button>
                  ),
                  mayList && (
                    <Button key="see" onClick={() => openPage(`/ant/preventionMange/visitDetail?id=${saved.id}`)}>
                      {words('seeSheet')}
                    </Button>
                  ),
                ]}
              />
            </Card>
          )}
          {!isOpen && !saved && (
            <Card className="ml-visit-rest">
              {prepared.error ? (
                <Failed error={prepared.error} onRetry={() => void prepared.refetch()} />
              ) : principalId !== null && prepared.isPending ? (
                <Spin />
              ) : (
                <Empty description={words('chooseHousehold')} />
              )}
            </Card>
          )}
        </div>
      </Flex>
      {submit.asked && typed && (
        <ConfirmDialog
          holder={typed.prepared.holder.name}
          preview={submit.asked.preview}
          vaccineNames={typed.form.cards.map(
            (card) => typed.prepared.vaccines.find((one) => one.vaccineCode === card.vaccineCode)?.name ?? '',
          )}
          busy={submit.busy}
          onOk={() => void submit.confirm()}
          onClose={submit.cancel}
        />
      )}
    </div>
  );
}
