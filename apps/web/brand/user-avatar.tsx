import s from './brand.module.css';

/** The user's picture, or the first character of the name; the name itself always stands beside it. */
export function UserAvatar({ name, src, size }: { name: string; src: string | null; size: number }) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.45) };
  return src ? (
    <img className={s.avatar} style={style} src={src} alt="" />
  ) : (
    <span className={s.avatar} style={style} data-letter={[...name][0]} />
  );
}
