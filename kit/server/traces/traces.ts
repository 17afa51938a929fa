import { FastifyOtelInstrumentation } from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { FastifyPluginCallback } from 'fastify';
import pg from 'pg';
import { nameFlights } from '../db/flight.ts';

export interface TraceSettings {
  /** Where spans are posted: a collector's `/v1/traces`. */
  readonly url: string;
  /** How this process is called there. */
  readonly service: string;
}

interface Traces {
  /** Registered before any route. */
  readonly plugin: FastifyPluginCallback;
  close(): Promise<void>;
}

/** What a fault says can name a value; that there was one, and its code, is enough here: the log has the rest. */
const silent: SpanProcessor = {
  onStart: () => {},
  onEnd: (span) => {
    delete (span.status as { message?: string }).message;
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

/** The driver has long been loaded when settings are read: its classes are handed over instead of waited for. */
class LoadedDriver extends PgInstrumentation {
  patch(loaded: Record<string, unknown>): void {
    for (const one of this.init()) one.patch?.(loaded[one.name]);
  }
}

let databaseTraced = false;

function traceDatabase(): void {
  if (databaseTraced) return;
  databaseTraced = true;
  // What the process does for itself, such as looking for events twice a second, is nobody's request.
  new LoadedDriver({ enabled: false, requireParentSpan: true }).patch({
    pg,
    'pg-pool': Object.getPrototypeOf(pg.Pool),
  });
  nameFlights();
}

/**
 * Spans of requests and of what they ask the database, told to a collector in batches. They hold routes and statements, never
 * addresses, values or messages. What the collector does not take is dropped: nobody waits for it.
 */
export function startTraces({ url, service }: TraceSettings): Traces {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanLimits: { attributeValueLengthLimit: 2_000, eventCountLimit: 0 },
    spanProcessors: [silent, new BatchSpanProcessor(new OTLPTraceExporter({ url, timeoutMillis: 5_000 }))],
  });
  provider.register();
  traceDatabase();
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    ignorePaths: ({ url: path }) => path.startsWith('/health/'),
    requestHook: (span, request) => {
      // An address can carry a name that was searched for; the route cannot.
      span.setAttribute('url.path', request.routeOptions.url ?? '');
      span.setAttribute('mulian.trace_id', request.id);
    },
  });
  requests.setTracerProvider(provider);
  return { plugin: requests.plugin(), close: () => provider.shutdown() };
}
