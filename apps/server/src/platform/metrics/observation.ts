import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { type EndedStatement, withoutLiterals } from '../db/database.ts'
import type { Metrics } from './metrics.ts'
import type { Traces } from './traces.ts'

const statementLengthMax = 500

/** What a node observes of itself. */
export type Observation = {
  /** Undefined if PONTIC_METRICS_ADDRESS is not set. */
  metrics: Metrics | undefined
  /** Undefined if PONTIC_TRACES_URL is not set. */
  traces: Traces | undefined
  /** Measures and traces a statement, and logs a slow one. */
  onStatement: (statement: EndedStatement) => void
}

/** Creates the metrics and traces of a node if its settings ask for them, and the log of slow statements. */
export async function startObservation(
  config: Pick<Config, 'metricsAddress' | 'slowStatementMs' | 'traces'>,
  log: Logger,
): Promise<Observation> {
  // Nodes without metrics and traces start faster without the libraries.
  const metrics = config.metricsAddress ? (await import('./metrics.ts')).createMetrics() : undefined
  const traces = config.traces ? (await import('./traces.ts')).startTraces(config.traces) : undefined
  return {
    metrics,
    traces,
    onStatement: (statement) => {
      const { text, durationMs, isError } = statement
      traces?.addStatement(statement)
      metrics?.recordStatement(durationMs, isError)
      if (durationMs < config.slowStatementMs) return
      metrics?.recordSlowStatement()
      log.warn(
        { ms: Math.round(durationMs), statement: withoutLiterals(text).slice(0, statementLengthMax) },
        'A statement was slow.',
      )
    },
  }
}

/** The figures of a node that change all the time: its connections to PostgreSQL, and its open streams. */
export function addNodeGauges(
  metrics: Metrics,
  pool: { totalCount: number; idleCount: number; waitingCount: number },
  countStreams: () => number,
): void {
  metrics.addGauges(
    {
      pontic_pool_connections: 'Connections of this node to PostgreSQL for requests.',
      pontic_pool_idle: 'Of these, connections without a statement.',
      pontic_pool_waiting: 'Requests of this node that wait for a connection.',
      pontic_event_streams: 'Open streams of changes on this node.',
    },
    async () => ({
      pontic_pool_connections: pool.totalCount,
      pontic_pool_idle: pool.idleCount,
      pontic_pool_waiting: pool.waitingCount,
      pontic_event_streams: countStreams(),
    }),
  )
}
