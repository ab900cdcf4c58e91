import * as z from 'zod/mini'
import { collectorAddress, count, listenAddress } from './config-values.ts'

/** A setting. */
export type SettingRow = {
  schema: z.ZodMiniType
  default: string | undefined
  /** Marks a secret, which is never printed or logged. */
  secret?: true
  description: string
}

/** Settings of how a node works, stops, and is observed. */
export const nodeSettings = {
  PONTIC_LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
    description: 'Minimum level of log lines.',
  },
  PONTIC_DRAIN_SECONDS: {
    schema: count(0),
    default: '5',
    description:
      'Seconds for which a node that was told to stop goes on answering requests while /readyz answers 503, so that the proxy sends new requests to other nodes.',
  },
  PONTIC_STOP_SECONDS: {
    schema: count(0),
    default: '15',
    description:
      'Seconds that running requests then have to end. Uploads that take longer are broken off, and the web app continues them on another node. The service manager must allow the sum of both times.',
  },
  PONTIC_SLOW_STATEMENT_MS: {
    schema: count(1),
    default: '1000',
    description:
      'Duration in milliseconds from which a statement of PostgreSQL is logged as slow, without its values.',
  },
  PONTIC_METRICS_ADDRESS: {
    schema: listenAddress,
    default: undefined,
    description:
      'Address on which this node serves metrics for Prometheus at /metrics, such as 127.0.0.1:9464. Only the monitoring may reach it. Without it there are no metrics.',
  },
  PONTIC_TRACES_URL: {
    schema: collectorAddress,
    default: undefined,
    description:
      'Address of an OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318/v1/traces, which receives traces of requests and jobs with their statements, without values. Without it nothing is traced.',
  },
  PONTIC_TRACES_PERCENT: {
    schema: z.coerce.number().check(z.minimum(0), z.maximum(100)),
    default: '10',
    description: 'How many of 100 requests and jobs are traced.',
  },
  PONTIC_JOBS_AT_ONCE: {
    schema: count(1),
    default: '4',
    description: 'Number of jobs that this node runs concurrently.',
  },
} as const satisfies Record<string, SettingRow>
