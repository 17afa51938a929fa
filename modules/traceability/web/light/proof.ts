import type { ProofFacts } from '#modules/traceability/contract/seal/verify.ts';
import { pinOf, type Shown, verifyInBrowser } from '../public/verify-in-browser.ts';
import { el } from './dom.ts';
import { ofLabel as text } from './texts.ts';

/** The day a seal was cut, in China. */
const dayOf = (iso: string) => new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 10);

function told(proof: ProofFacts, shown: Shown, again: () => void): readonly HTMLElement[] {
  const { sealed, events } = proof;
  const words =
    shown.state === 'broken'
      ? text(shown.brokenAt === null ? 'sealBroken' : 'broken', { seq: shown.brokenAt ?? 0 })
      : text(shown.state === 'ok' ? 'green' : 'amber', {
          n: shown.count,
          date: sealed ? dayOf(sealed.seal.cutAt) : '-',
          waiting: shown.count - shown.sealedTo,
        });
  const hidden = events.filter(
    ({ pub }) => 'value' in pub && (pub.value as { kind?: string } | null)?.kind === 'other',
  ).length;
  const steps = [text('step1', { n: shown.count }), text('step2', { n: hidden })];
  if (sealed) {
    steps.push(text('step3', { seq: sealed.seq, no: sealed.seal.sealNo, n: sealed.path.length }));
    steps.push(text(shown.signed === null ? 'signUnknown' : shown.signed ? 'signOk' : 'signWrong'));
  }
  return [
    el('p', { role: 'status', class: `proof ${shown.state}`, 'data-proof': shown.state }, words),
    ...(shown.pinned ? [el('p', {}, text('pinned', { n: shown.pinned.seq, m: shown.pinned.added }))] : []),
    el(
      'details',
      {},
      el('summary', {}, text('how')),
      ...steps.map((one) => el('p', {}, one)),
      sealed && el('p', {}, el('small', {}, text('root'))),
      sealed && el('code', {}, sealed.seal.root),
      el('p', {}, el('button', { type: 'button', onclick: again }, text('again'))),
    ),
  ];
}

/** In green, amber or red what this device computed, and how; once more as often as wanted, also without a network. */
export function proofOf(proof: ProofFacts, pinText: string | null): HTMLElement {
  const place = el('div', {});
  const compute = async (isOpen: boolean) => {
    place.replaceChildren(el('span', { role: 'status' }, text('computing')));
    const shown = await verifyInBrowser(proof, pinOf(pinText));
    place.replaceChildren(...told(proof, shown, () => void compute(true)));
    if (isOpen) place.querySelector('details')?.setAttribute('open', '');
  };
  void compute(false);
  return place;
}
