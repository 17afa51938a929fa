// Runs in the page: how long each picture stood, told apart by what moved last.
{
  const kept = { flight: [], ticker: [], still: [] };
  window.pictures = kept;
  const moved = { flight: -1e9, ticker: -1e9 };
  let [path, rows] = ['', ''];
  let last = performance.now();
  const draw = (now) => {
    const at = document.querySelector('[data-testid=path]')?.textContent ?? '';
    const told = document.querySelector('[data-ticker]')?.firstElementChild?.textContent ?? '';
    if (at !== path) moved.flight = now;
    if (told !== rows) moved.ticker = now;
    [path, rows] = [at, told];
    const phase = now - moved.flight < 1_500 ? 'flight' : now - moved.ticker < 1_500 ? 'ticker' : 'still';
    kept[phase].push(Math.round(now - last));
    last = now;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
