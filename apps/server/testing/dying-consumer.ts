// Run as a process of its own: deals with one event and dies at the moment its acknowledgement would leave the machine.
import { Socket } from 'node:net';
import { pino } from 'pino';
import { appLogin, databaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { Bus } from '#kit/server/events/bus.ts';
import { consume } from '#kit/server/events/consumer.ts';
import { countEvent } from './count-event.ts';

const [name = '', bus = ''] = process.argv.slice(2);
const write = Socket.prototype.write;
Socket.prototype.write = function (this: Socket, ...args: any[]) {
  if (Buffer.from(args[0]).includes('$JS.ACK')) process.kill(process.pid, 'SIGKILL');
  return (write as (...args: any[]) => boolean).apply(this, args);
} as typeof write;

const log = pino({ level: 'silent' });
const database = new Database(appLogin(databaseSettings(name)), { max: 2 });
consume(
  { bus: new Bus(JSON.parse(bus), log), database, log },
  { name: 'mortal', topics: ['mortal'], ackWait: 1_000, handle: countEvent },
);
