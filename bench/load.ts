// A load driver of its own: eight plain sockets cost far less than an HTTP client, whose work would be counted as the server's.
import { connect } from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    token: { type: 'string' },
    path: { type: 'string' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '1' },
    clients: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '3' },
  },
});
const [from, to] = [Number(values.from), Number(values.to)];
const ends = performance.now() + Number(values.seconds) * 1000;
const times: number[] = [];
let bad = 0;

const request = () => {
  const id = from + Math.floor(Math.random() * (to - from + 1));
  return `GET ${values.path?.replace(':id', String(id))} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${values.token}\r\naccept-language: zh-CN\r\n\r\n`;
};

/** One client: asks, reads the whole answer, asks again. */
function client(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(values.port), '127.0.0.1');
    socket.setNoDelay(true);
    let asked = 0;
    let expected = 0;
    let got = 0;
    const ask = () => {
      expected = 0;
      got = 0;
      asked = performance.now();
      socket.write(request());
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (expected === 0) {
        const head = chunk.toString('latin1');
        const length = /content-length: (\d+)/i.exec(head)?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) bad += 1;
        expected = head.indexOf('\r\n\r\n') + 4 + Number(length ?? 0);
      }
      got += chunk.length;
      if (got < expected) return;
      const now = performance.now();
      times.push(now - asked);
      if (now < ends) ask();
      else {
        socket.end();
        resolve();
      }
    });
  });
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(values.clients) }, client));
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
console.log(JSON.stringify({ requests: times.length, bad, seconds, p50: at(0.5), p99: at(0.99) }));
