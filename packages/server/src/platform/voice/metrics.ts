import { Counter, Gauge, type Registry } from 'prom-client';
import type { Measures } from './messages.ts';

/** Adds the metrics of the voice process to a registry; all are 0 while it does not run. */
export function addVoiceMetrics(registry: Registry, read: () => Measures | null): void {
  const gauge = (
    name: string,
    help: string,
    key: 'rooms' | 'members' | 'tcpConnections' | 'bridges' | 'load' | 'memoryBytes',
  ) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read()?.[key] ?? 0);
      },
    });
  gauge('respa_voice_rooms', 'Voice rooms that this server hosts', 'rooms');
  gauge('respa_voice_members', 'Members connected to its voice rooms', 'members');
  gauge('respa_voice_tcp_connections', 'TCP connections of members without UDP', 'tcpConnections');
  gauge('respa_voice_site_connections', 'Members who come through the site', 'bridges');
  gauge('respa_voice_load', 'Share of one core of the voice process, over 10 s', 'load');
  gauge('respa_voice_memory_bytes', 'Memory of the voice process', 'memoryBytes');
  new Counter({
    name: 'respa_voice_packets_total',
    help: 'Audio packets since the start of the voice process',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect() {
      const { packetsIn = 0, packetsOut = 0, dropped = 0, lost = 0 } = read() ?? {};
      this.reset();
      for (const [kind, count] of Object.entries({ in: packetsIn, out: packetsOut, dropped, lost }))
        this.inc({ kind }, count);
    },
  });
  new Counter({
    name: 'respa_voice_cpu_seconds_total',
    help: 'Processor time of the voice process',
    registers: [registry],
    collect() {
      this.reset();
      this.inc((read()?.cpuMicros ?? 0) / 1e6);
    },
  });
}
