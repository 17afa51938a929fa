// Runs before any other code has come: asks for what the address is known to need, so that it comes beside the code and not after it. The names of files are
// filled in by the build; kit/web/api/early.ts takes the answers and says which calls an address makes.
(() => {
  const files = '__FILES__';
  const [path, query = ''] = location.hash.slice(1).split('?');
  const token = sessionStorage.getItem('access_token') ?? localStorage.getItem('access_token');
  const stored = localStorage.getItem('i18n-lang');
  const language = ['zh_CN', 'zh_TW', 'en'].includes(stored) ? stored : 'zh_CN';
  const by = document.currentScript.src;
  const calls = new Map();
  window.earlyCalls = { by, calls };

  const ask = (url, known) => {
    const headers = { 'Accept-Language': language.replace('_', '-') };
    if (known) headers.Authorization = known;
    if (known && /^\/[\w/.-]+$/.test(path)) headers['X-Page'] = path;
    const answer = fetch(url, { headers });
    // Whoever takes it is told.
    answer.catch(() => {});
    calls.set(url, { token: known, language, answer });
  };
  const fetchFile = (href) => {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  };
  // What nobody has come for by then is no longer news.
  setTimeout(() => calls.clear(), 20_000);

  const isPublic = /^\/(nav|t|verify|simple|knowledge\/.*|cure\/\w*[iI]nvite|bank\/playVedio|login\/indexCheck)$/;
  if (location.pathname !== '/' || path.startsWith('/iframe/') || isPublic.test(path)) return;
  if (!token) {
    for (const one of files.login) fetchFile(one);
    const isDoor = /^\/\w*[lL]ogin$/.test(path) && path !== '/allLogin';
    const search = new URLSearchParams();
    if (isDoor) search.set('route', path);
    else {
      const chosen = new URLSearchParams(query).get('loginId') ?? localStorage.getItem('loginId');
      if (chosen) search.set('loginId', chosen);
      search.set('host', location.hostname);
    }
    return ask(`/api/sys/auth/portal?${search}`, null);
  }
  const [shared, own] = [localStorage, sessionStorage].map((store) => JSON.parse(store.getItem('early') ?? '{}'));
  const menuId = Number(localStorage.getItem('firstMenuId'));
  ask('/api/sys/user/getUserInfo', token);
  ask(`/api/sys/user/getUserWebMenuByFirstMenuId${menuId > 0 ? `?menuId=${menuId}` : ''}`, token);
  const known = (sessionStorage.getItem('access_token') === null ? shared : own).dictionaries?.[language];
  if (known) ask(`/api/sys/dictData/all?known=${encodeURIComponent(known)}`, token);
  const address = location.hash.slice(1);
  const [kept, page] = [own, shared].map((one) => [one, one.pages?.[shared.leads?.[address] ?? address]]).find(([, one]) => one) ?? [];
  for (const one of page?.calls ?? []) ask(one, token);
  // Another build has other names.
  const needed = new Set([...files.inside, ...(page && kept.by === by ? page.files : [])]);
  for (const one of needed) fetchFile(one);
})();
