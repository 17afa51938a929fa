const widest = 1920;
const smallest = 16;
const settleFor = 300;

/** Dashboards are laid out in rem: a tenth of the window's width, up to a 1920 big screen. */
export function rootFontSize(width: number): number {
  return Math.max(Math.min(width, widest) / 10, smallest);
}

export function keepRootFont(): void {
  const apply = () => {
    document.documentElement.style.fontSize = `${rootFontSize(window.innerWidth)}px`;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, settleFor);
  });
  apply();
}
