/** `yyyy-MM-dd HH:mm:ss` in China's time, whatever clock the browser keeps. */
export function showTime(time: string): string {
  return new Date(time).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
}
