import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A gate before a service: shut, the service is away for whoever comes through it. */
export class FaultProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = this.#make();
  }

  static async open(target: URL): Promise<FaultProxy> {
    const faultProxy = new FaultProxy(target);
    await faultProxy.reopen();
    return faultProxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async shut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    this.#server = this.#make();
  }

  async reopen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as { port: number }).port;
  }

  async close(): Promise<void> {
    await this.shut();
  }

  #make(): Server {
    return createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
  }
}
