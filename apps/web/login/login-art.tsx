import { useId } from 'react';

const day = {
  sky: ['#fbf6ec', '#fde8cd', '#fbd3a6'],
  sun: '#ffb070',
  hills: ['#dfe3cb', '#c3d1b1', '#97b38f', '#6a9472', '#3f6f55', '#25483a'],
  ger: ['#fffaf1', '#e2d6c0', '#b98f63'],
  cattle: '#2a3d33',
  chain: '#cfe0cf',
};

const night = {
  sky: ['#0f1513', '#16211c', '#2b3a2f'],
  sun: '#c9733a',
  hills: ['#24332b', '#1f2e26', '#1b2a22', '#17241d', '#131e18', '#0e1612'],
  ger: ['#5d675f', '#454f48', '#7a5a3c'],
  cattle: '#0a100d',
  chain: '#4d6255',
};

const tag =
  'M0-22a7 7 0 0 0-7 7c0 2-.6 3.4-1.9 4.7l-4.7 4.4A7 7 0 0 0-15.7-.9V14.2a7 7 0 0 0 7 7h17.4a7 7 0 0 0 7-7V-.9a7 7 0 0 0-2.1-5l-4.7-4.4C7.6-11.6 7-13 7-15a7 7 0 0 0-7-7Zm0 4.2a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z';
const standing =
  'M3 14c-1 4-1 8-.5 12h1.2c0-4 .4-7 1.3-9.5 0 2.5.8 4.3 2.5 5.5V36h3.6V25.5c2-.8 3.4-1.4 5-1.4h14c1.2 0 2.4.3 3.6.9V36h3.6V24.5c.9-1.4 1.7-3 2.3-5 .8-.2 1.5-.6 2.2-1.1l3 .9c1.3.4 2.5.100 3.2-.9l.8-1.2c.6-1 .3-2.1-.7-2.7L45.2 12l-.9-2.4c-.3-.8-1-.9-1.6-.3L41.2 11c-2.3-.4-4.5 0-6.7.6-1.5.4-3 .6-4.6.6H8.5C5.6 12.2 3.7 12.6 3 14Z';
const grazing =
  'M3 12c-1 4-1 8-.5 12h1.2c0-4 .4-7 1.3-9.5 0 2.5.8 4.3 2.5 5.5V36h3.6V23.5c2-.8 3.4-1.4 5-1.4h13c1.2 0 2.4.3 3.6.9V36h3.6V24c1.3 2.2 2.2 4.6 3 7.2l-.4 2.4c-.2 1.1.6 2 1.7 2h1.5c1.1 0 1.9-.8 1.9-1.9l.2-3.1 1.6-1.5c.5-.6.2-1.3-.5-1.3h-2.3c-1-3.7-2.5-7.4-4.5-10.8-2-3.4-5-5-8.5-5-1.5 0-3 .2-4.6.2H8.5C5.6 10.2 3.7 10.6 3 12Z';

/** Ear tags set along the hill like fence posts, a chain hanging from one to the next. */
const posts = [
  { x: 118, y: 905, scale: 2.5 },
  { x: 330, y: 842, scale: 2 },
  { x: 512, y: 797, scale: 1.6 },
  { x: 668, y: 765, scale: 1.28 },
  { x: 802, y: 743, scale: 1.02 },
  { x: 917, y: 729, scale: 0.82 },
  { x: 1016, y: 721, scale: 0.66 },
];

function chainBetween(at: number): string {
  const [from, to] = [posts[at], posts[at + 1]];
  if (!from || !to) return '';
  const [y1, y2] = [from.y - 15 * from.scale, to.y - 15 * to.scale];
  const sag = 34 * ((from.scale + to.scale) / 2);
  return `M${from.x} ${y1}Q${(from.x + to.x) / 2} ${(y1 + y2) / 2 + sag} ${to.x} ${y2}`;
}

/** Grassland at sunrise; drawn, so that it is sharp on any display and only a few kilobytes. */
export function LoginArt({ dark }: { dark: boolean }) {
  const id = useId();
  const c = dark ? night : day;
  const hill = (at: number) => c.hills[at] ?? '';
  return (
    <svg viewBox="0 0 1200 1080" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={c.sky[0]} />
          <stop offset="0.45" stopColor={c.sky[1]} />
          <stop offset="0.68" stopColor={c.sky[2]} />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" stopColor={c.sun} stopOpacity="0.55" />
          <stop offset="1" stopColor={c.sun} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="1200" height="1080" fill={`url(#${id}sky)`} />
      <circle cx="850" cy="560" r="360" fill={`url(#${id}glow)`} />
      <circle cx="850" cy="560" r="92" fill={c.sun} />

      <path
        fill={hill(0)}
        d="M0 566c90-34 170-52 262-40 86 12 130 46 214 40 96-6 150-62 252-62 104 0 150 54 240 58 86 4 140-30 232-30v548H0Z"
      />
      <path
        fill={hill(1)}
        d="M0 640c120-50 236-62 352-34 108 26 186 54 300 36 118-18 190-70 312-64 92 4 160 40 236 52v450H0Z"
      />
      <g transform="translate(250 570)">
        <Ger colors={c.ger} />
      </g>
      <g transform="translate(330 590) scale(.72)">
        <Ger colors={c.ger} />
      </g>
      <g fill={c.cattle}>
        <path d={grazing} transform="translate(560 612) scale(.62)" />
        <path d={standing} transform="translate(610 606) scale(.6)" />
        <path d={grazing} transform="translate(700 594) scale(-.52 .52)" />
        <path d={standing} transform="translate(742 578) scale(.46)" />
        <path d={grazing} transform="translate(798 570) scale(.42)" />
      </g>
      <path fill={hill(2)} d="M0 700c150-44 280-58 420-24 130 32 240 60 380 34 150-28 270-60 400-40v410H0Z" />
      <g fill={c.cattle}>
        <path d={standing} transform="translate(930 660) scale(-1 1)" />
        <path d={grazing} transform="translate(960 654) scale(.94)" />
        <path d={grazing} transform="translate(1092 650) scale(-.9 .9)" />
      </g>
      <path fill={hill(3)} d="M0 790c130-40 250-66 400-58 180 10 300 56 470 40 130-12 230-60 330-60v368H0Z" />
      <path fill={hill(4)} d="M0 868c190-70 370-96 560-100 220-4 420 20 640-36v348H0Z" />

      <g fill="none" stroke={c.chain} strokeLinecap="round">
        {posts.slice(0, -1).map((post, at) => (
          <path
            key={post.x}
            d={chainBetween(at)}
            strokeWidth={2.6 * post.scale}
            strokeDasharray={`${7 * post.scale} ${5 * post.scale}`}
          />
        ))}
      </g>
      {posts.map(({ x, y, scale }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${scale})`}>
          <path d={tag} fill="var(--ml-fill)" fillRule="evenodd" />
          <g fill="none" stroke="var(--ml-on-fill)" strokeWidth="2.8">
            <rect x="-6.4" y="-3.8" width="12.8" height="7.6" rx="3.8" transform="translate(-3.1 9.6) rotate(-45)" />
            <rect x="-6.4" y="-3.8" width="12.8" height="7.6" rx="3.8" transform="translate(3.1 3.4) rotate(-45)" />
          </g>
        </g>
      ))}
      <path fill={hill(5)} d="M0 968c170-34 340-30 520-14 240 22 440 4 680-50v176H0Z" />
    </svg>
  );
}

function Ger({ colors: [felt, wall, door] }: { colors: readonly string[] }) {
  return (
    <>
      <path fill={felt} d="M4 26C12 10 28 4 40 4s28 6 36 22Z" />
      <path fill={wall} d="M4 26h72l-3 24H7Z" />
      <path fill={door} d="M34 32h12v18H34ZM36 0h8v6h-8Z" />
    </>
  );
}
