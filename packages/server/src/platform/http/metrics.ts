import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = {
  registry: Registry;
  calls: Histogram<'method' | 'route' | 'status'>;
  streams: Gauge;
  mails: Counter<'result'>;
};
/**
 * How often the event loop lag is sampled, in milliseconds. At the library's default of 10, an idle
 * server spends four fifths of its processor time on wake-ups.
 */
const LAG_EVERY_MS = 100;
export type Counted = {
  streams(): number;
  instances(): number;
  isRedisWell(): boolean;
  isReplicaRead(): boolean;
  freeBytes(): number;
};

/** Creates the Prometheus metrics of one server. */
export function makeMetrics(count: Counted): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('respa_instances', 'Instances that are heard, this one included', () => count.instances());
  gauge('respa_redis_up', 'Whether live events go over Redis (1 without REDIS_URL)', () =>
    Number(count.isRedisWell()),
  );
  gauge('respa_replica_in_use', 'Whether reads go to DATABASE_REPLICA_URL', () =>
    Number(count.isReplicaRead()),
  );
  gauge('respa_disk_free_bytes', 'Free space of the disk that holds DATA_DIR', () =>
    count.freeBytes(),
  );
  return {
    registry,
    calls: new Histogram({
      name: 'respa_call_seconds',
      help: 'Time of API calls',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    }),
    streams: new Gauge({
      name: 'respa_live_streams',
      help: 'Open live streams',
      registers: [registry],
      collect() {
        this.set(count.streams());
      },
    }),
    mails: new Counter({
      name: 'respa_mails_total',
      help: 'Mails handed over',
      labelNames: ['result'] as const,
      registers: [registry],
    }),
  };
}
