// Writes db/reference/common-passwords.txt: ten thousand passwords that are tried first, made from what people are known to do:
// words and names everybody uses, walks over the keyboard, dates and runs of digits, and these with the usual endings.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#db/settings.ts';

const wanted = 10_000;

const words =
  `password passw0rd p@ssword p@ssw0rd pa55word passwd admin administrator root user guest test demo welcome login letmein changeme default secret master
  system server manager office company service support oracle mysql postgres ubuntu windows linux apple google huawei xiaomi alibaba tencent wechat weixin
  qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qweasd qweasdzxc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx q1w2e3r4 a1b2c3d4 abc123 abcd1234 abcdef
  iloveyou woaini woaiwojia wodemima mima mimamima woshishei nihao nihaoma zhongguo china beijing shanghai guangzhou shenzhen tianjin chongqing neimenggu
  tongliao chifeng hohhot huhehaote baotou ordos horqin keerqin naiman kulun kailu zhalute huolinguole xilinguole muchang caoyuan muye xumu yangzhi
  niurou yangrou niu yang zhu ma mongol mengniu yili niuniu yangyang mulian livestock cattle sheep animal farm farmer fangyi dongwu shouyi nongye
  football baseball basketball soccer hockey superman batman spiderman pokemon starwars dragon monkey tiger lion eagle shadow sunshine princess flower
  michael jordan jennifer jessica charlie daniel thomas robert andrew joshua matthew george harley hunter ranger buster pepper ginger cookie summer winter
  spring autumn monday friday freedom whatever trustno1 hello hello123 killer angel lovely baby family forever friends happy lucky money diamond silver
  golden computer internet samsung iphone android mobile telephone wangwei wangfang lina zhangwei zhangmin liuyang liujing chenjing liqiang wanglei
  zhanglei liming lijing wangjing zhangjing liwei liuwei wangyan lifang zhangli chenwei yangyan zhaoyan huangwei zhoujie wuxia xujing sunli mayun
  baba mama gege jiejie didi meimei laopo laogong baobei baobao xiaoming xiaohong dashi ganbu zhuren juzhang shujisuo caiwu renshi yewu kuaiji`
    .split(/\s+/)
    .filter(Boolean);

const endings =
  ` @123 123 1234 123456 @2024 @2025 @2026 @123456 123! @1234 @2023 2024 2025 1 888 666 520 1314 12345 ! #123 .123 @2022 168 12 1234 12345 123456 1234567 12345678 123456789 1234567890 0 00 000 01 007 11 111 1111 22 222 321 4321 520 521 1314 5201314 66 666 6666 666666 88 888 8888
  888888 99 999 168 18 69 100 110 119 120 2000 2008 2010 2012 2015 2018 2019 2020 2021 2022 2023 2024 2025 2026 ! !! . @ # @1 @12 @123 @1234 @12345
  @123456 @2020 @2021 @2022 @2023 @2024 @2025 @2026 #123 #1234 _123 -123 .123 !123 123! 1234! 12345! 123456! 123@ 123# 123. abc abcd qwe aaa qwer @abc @qq.com
  @163.com 123abc 123qwe`.split(/[\s]+/);
const beginnings = ['', '123', '123456', 'my', 'the', 'a', 'woshi', 'ilove'];

function* digits(): Generator<string> {
  for (const length of [4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (const run of [
      '0123456789012',
      '1234567890123',
      '9876543210987',
      '1470258369147',
      '7894561230789',
      '1357924680135',
    ])
      yield run.slice(0, length);
  for (const digit of '0123456789') for (const length of [4, 5, 6, 7, 8, 9, 10, 11, 12]) yield digit.repeat(length);
  for (const pair of ['12', '10', '13', '21', '23', '52', '69', '88', '99'])
    for (const times of [2, 3, 4, 5, 6]) yield pair.repeat(times);
  for (const group of ['123', '520', '321', '147', '258', '666', '888', '1314', '1234', '4321'])
    for (const times of [2, 3, 4]) yield group.repeat(times).slice(0, 12);
}

function* walks(): Generator<string> {
  const rows = [
    '1234567890',
    'qwertyuiop',
    'asdfghjkl',
    'zxcvbnm',
    '!@#$%^&*()',
    '1qaz2wsx3edc4rfv',
    'qazwsxedcrfv',
    '1q2w3e4r5t6y',
    'q1w2e3r4t5y6',
  ];
  for (const row of rows)
    for (let from = 0; from < 4; from += 1)
      for (let to = from + 4; to <= row.length; to += 1) {
        yield row.slice(from, to);
        yield [...row.slice(from, to)].reverse().join('');
      }
  for (const a of ['qwer', 'asdf', 'zxcv', 'qwerty', 'asdfgh', 'qaz', 'wsx', 'abc', 'abcd', 'aaa', 'qq', 'aa'])
    for (const b of endings.slice(1)) {
      yield a + b;
      yield b + a;
    }
}

function* days(): Generator<string> {
  for (let year = 1970; year <= 2026; year += 1) {
    yield String(year).repeat(2);
    for (const day of ['0101', '0214', '0501', '0601', '0701', '0801', '0910', '1001', '1111', '1212', '1225'])
      yield `${year}${day}`;
  }
}

function* dressed(): Generator<string> {
  // By endings first: what everybody does to every word comes before what few do to one.
  for (const ending of endings) for (const word of words) yield word + ending;
  for (const beginning of beginnings.slice(1)) for (const word of words) yield beginning + word;
  for (const word of words) for (const ending of endings) yield `${ending}${word}`;
}

const found = new Set<string>();
for (const source of [digits(), walks(), days(), dressed()])
  for (const one of source) {
    if (found.size < wanted && one.length >= 4) found.add(one.toLowerCase());
  }
if (found.size !== wanted) throw new Error(`${found.size} passwords instead of ${wanted}`);
writeFileSync(join(root, 'db/reference/common-passwords.txt'), `${[...found].join('\n')}\n`);
