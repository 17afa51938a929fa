import type { SimTarget } from './prepare.ts';
import type { SimDevice } from './sim-device.ts';

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** What a device of a kind would say now: herds wander, houses warm up by day. */
export class Life {
  #longitude: number;
  #latitude: number;
  #heading = Math.random() * 2 * Math.PI;
  #battery = 60 + Math.random() * 40;

  readonly target: SimTarget;

  constructor(target: SimTarget) {
    this.target = target;
    this.#longitude = target.longitude;
    this.#latitude = target.latitude;
  }

  next(device: SimDevice): { type: string; text: string } {
    const t = Math.floor(device.clock / 1000);
    const hour = (new Date(device.clock).getUTCHours() + 8) % 24;
    const day = Math.sin(((hour - 9) / 24) * 2 * Math.PI);
    const noise = (size: number) => (Math.random() - 0.5) * size;
    this.#battery = Math.max(5, this.#battery - 0.001);
    if (this.target.kind === 'collar') {
      this.#heading += noise(0.8);
      const far = Math.hypot(this.#longitude - this.target.longitude, this.#latitude - this.target.latitude);
      // Beyond the pasture it turns for home.
      if (far > 0.012)
        this.#heading = Math.atan2(this.target.latitude - this.#latitude, this.target.longitude - this.#longitude);
      this.#longitude += Math.cos(this.#heading) * 0.00035;
      this.#latitude += Math.sin(this.#heading) * 0.00028;
      const item = {
        t,
        lon: round(this.#longitude, 6),
        lat: round(this.#latitude, 6),
        acc: 5 + Math.round(Math.random() * 12),
        spd: round(Math.random() * 3, 1),
        src: 'g',
        act: Math.round(40 + 30 * day + noise(12)),
        bat: Math.round(this.#battery),
      };
      return { type: 'pos', text: device.compose([item]) };
    }
    if (this.target.kind === 'envSensor') {
      const m = {
        temp: round(16 + 6 * day + noise(1), 1),
        hum: round(64 - 8 * day + noise(3), 1),
        nh3: round(10 + noise(4), 1),
        co2: Math.round(900 + noise(120)),
        h2s: round(1.5 + noise(0.6), 1),
      };
      return { type: 'env', text: device.compose([{ t, m }]) };
    }
    if (this.target.kind === 'gateway') {
      const heard = this.target.tags.filter(() => Math.random() < 0.9);
      const d = heard.map((id) => ({
        id,
        t,
        rssi: -60 - Math.round(Math.random() * 30),
        tmp: round(38 + 0.3 * day + noise(0.3), 2),
        act: Math.max(1, Math.round(45 + 30 * day + noise(20))),
        bat: 70,
      }));
      return { type: 'scan', text: device.compose(d, { gw: { csq: 22, bat: 100 } }) };
    }
    return { type: 'stat', text: device.compose([{ bat: Math.round(this.#battery), fw: '2.4.1', csq: 24 }]) };
  }
}
