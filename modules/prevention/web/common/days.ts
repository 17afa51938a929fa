/** The day in China, whatever clock the browser follows. */
export const todayInChina = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

export const numberText = (n: number): string => n.toLocaleString('en-US');
export const pctText = (n: number | null): string => (n === null ? '-' : `${n}%`);
