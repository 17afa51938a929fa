import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import '#kit/web/testing/setup.ts';
import { Navigate, Router, useLocation, useNavigate } from './router.tsx';

beforeEach(() => history.replaceState(null, '', '#/first?a=1'));

let go: ReturnType<typeof useNavigate>;
function Here() {
  go = useNavigate();
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

it('follows navigation, links and the way back', async () => {
  render(
    <Router>
      <Here />
    </Router>,
  );
  screen.getByText('/first?a=1');
  const navigate = go;
  act(() => navigate('/second'));
  await screen.findByText('/second');
  act(() => navigate({ pathname: '/third', search: 'b=2' }, { replace: true }));
  await screen.findByText('/third?b=2');
  act(() => {
    window.location.hash = '/fourth';
    dispatchEvent(new Event('popstate'));
  });
  await screen.findByText('/fourth');
  expect(go, 'what depends on it is not drawn anew').toBe(navigate);
});

it('leads elsewhere', async () => {
  history.replaceState(null, '', '#');
  render(
    <Router>
      <Here />
      <Navigate to="/login" replace />
    </Router>,
  );
  await screen.findByText('/login');
});
