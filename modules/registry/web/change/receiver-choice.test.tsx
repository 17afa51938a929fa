import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#kit/web/testing/setup.ts';
import { loadTexts } from '#kit/web/i18n/i18n.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';
import { ReceiverChoice } from './receiver-choice.tsx';

beforeEach(async () => {
  await loadTexts('registry');
  sampleLookups();
});

describe('the receiver of animals', () => {
  it('is anybody of the own area, or an enterprise of the whole tenant by GET enterprise/data/ignore/region/list', async () => {
    const near = { id: 1, name: '近处牧场', typeName: '养殖场', regionName: '前玛尼吐嘎查', masked: false };
    const far = { id: 2, name: '远处肉业', type: 'slaughterhouse', county: '扎鲁特旗', showFlag: 1 };
    const made = fakeServer({
      'GET pri/animal/change/receiver': () => ({ data: [near] }),
      'GET enterprise/data/ignore/region/list': () => ({ data: [{ ...far, id: 1, name: near.name }, far] }),
    });
    const onChange = vi.fn();
    renderPage(<ReceiverChoice id="to" value={null} onChange={onChange} />, { actions: ['pri:animal:change'] });
    await userEvent.type(screen.getByRole('combobox'), '处');
    expect(made.size).toBe(0);
    await userEvent.type(screen.getByRole('combobox'), '肉');
    await waitFor(() =>
      expect(made.get('GET enterprise/data/ignore/region/list')?.[0]?.query).toEqual({ keyword: '处肉' }),
    );
    expect(await screen.findByText('扎鲁特旗')).toBeInTheDocument();
    expect(screen.getAllByText('前玛尼吐嘎查')).toHaveLength(1);
    await userEvent.click(screen.getByText('扎鲁特旗'));
    expect(onChange).toHaveBeenCalledWith(2);
  });
});
