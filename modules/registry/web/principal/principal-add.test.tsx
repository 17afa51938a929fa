import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { loadTexts } from '#kit/web/i18n/i18n.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { sampleLookups } from '#kit/web/testing/sample.ts';
import PrincipalAddPage from './principal-add.page.tsx';

const name = () => screen.findByLabelText('主体名称');
const village = { code: 150502101200, name: '某村', fullName: '某村', level: 5, hasChildren: false };

beforeEach(async () => {
  await loadTexts('registry');
  sampleLookups({ regionPath: async () => [village], regionChildren: async () => [village] });
});

describe('/pri/principal/add', () => {
  it('keeps the draft exactly while the keep flag stands (platform R71)', async () => {
    const first = renderPage(<PrincipalAddPage />);
    await userEvent.type(await name(), '甲户');
    expect(sessionStorage.getItem('principalAddKeep')).not.toBeNull();
    first.unmount();

    const second = renderPage(<PrincipalAddPage />);
    expect(await name()).toHaveValue('甲户');
    second.unmount();

    sessionStorage.removeItem('principalAddKeep');
    renderPage(<PrincipalAddPage />);
    expect(await name()).toHaveValue('');
  });

  it('saves and begins the next one with the same region and type', async () => {
    const made = fakeServer({
      'POST pri/principal/info/add': () => ({ data: { id: 1, version: 1 } }),
      'GET pri/principal/info/match': () => ({ data: [] }),
    });
    const tab = renderPage(<PrincipalAddPage />);
    await userEvent.type(await name(), '甲户');
    await userEvent.type(screen.getByLabelText('联系人'), '甲');
    await userEvent.type(screen.getByLabelText('联系电话'), '13800001234');
    await userEvent.click(screen.getByLabelText('所属区域'));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: '某村' }));
    await userEvent.click(screen.getByRole('button', { name: '保存并继续新增' }));
    await waitFor(async () => expect(await name()).toHaveValue(''));
    expect(made.get('POST pri/principal/info/add')?.[0]?.body).toMatchObject({
      principalUnitName: '甲户',
      principalUnitType: 'a',
      principalLevel: 5,
      regionCode: village.code,
    });
    expect(await name()).toHaveFocus();
    expect(tab.isDirty()).toBe(false);
    expect(tab.opened).toEqual([]);
    await userEvent.type(await name(), '乙户');
    await userEvent.type(screen.getByLabelText('联系人'), '乙');
    await userEvent.type(screen.getByLabelText('联系电话'), '13800005678');
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(tab.opened).toEqual(['closed']));
    expect(made.get('POST pri/principal/info/add')?.[1]?.body).toMatchObject({ regionCode: village.code });
  });

  it('R5: shows the same name of the village first, and saves when it is another', async () => {
    const other = {
      id: 7,
      name: '甲户',
      type: 'household',
      contactName: '甲',
      contactPhone: '138****1234',
      regionName: '某村',
      status: 'active',
      why: ['name'],
    };
    const made = fakeServer({
      'POST pri/principal/info/add': () => ({ data: { id: 1, version: 1 } }),
      'GET pri/principal/info/match': () => ({ data: [other] }),
    });
    renderPage(<PrincipalAddPage />);
    await userEvent.type(await name(), '甲户');
    await userEvent.type(screen.getByLabelText('联系人'), '甲');
    await userEvent.type(screen.getByLabelText('联系电话'), '13800001234');
    await userEvent.click(screen.getByLabelText('所属区域'));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: '某村' }));
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await userEvent.click(await screen.findByRole('button', { name: '仍然新增' }));
    await waitFor(() =>
      expect(made.get('POST pri/principal/info/add')?.[0]?.body).toMatchObject({ ignoreSimilar: true }),
    );
    expect(made.get('POST pri/principal/info/add')).toHaveLength(1);
  });
});
