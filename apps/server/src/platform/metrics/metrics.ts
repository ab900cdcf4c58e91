import { type Route, type RouteName, routes } from '@pontic/contract'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** How a job ended. A job without attempts left is `failed`; one that will be tried again is `retried`. */
export type JobResult = 'done' | 'retried' | 'failed'

/** What a node measures for Prometheus. Labels contain no personal data: only names from the code, and status codes. */
export type Metrics = {
  /** Records a response. Durations of streams are not recorded, because they last as long as the client wants. */
  recordRequest: (route: string, status: number, durationMs: number) => void
  recordStatement: (durationMs: number, isError: boolean) => void
  recordJob: (job: string, result: JobResult, durationMs: number) => void
  recordSlowStatement: () => void
  /**
   * Adds gauges whose values are read at every scrape. A gauge whose value is null is left out. If `read` fails, its gauges have
   * no value, and `pontic_scrape_errors_total` counts.
   * @param gauges the descriptions of the gauges by name
   */
  addGauges: <Name extends string>(
    gauges: Readonly<Record<Name, string>>,
    read: () => Promise<Readonly<Record<Name, number | null>>>,
  ) => void
  /**
   * Adds gauges that have several values, each with another value of `label`. Like `addGauges`, except that `read` returns the values
   * by label.
   */
  addGaugesBy: <Name extends string>(
    label: string,
    gauges: Readonly<Record<Name, string>>,
    read: () => Promise<ReadonlyMap<string, Readonly<Record<Name, number | null>>>>,
  ) => void
  /** Returns all metrics in the text format of Prometheus. */
  print: () => Promise<string>
  contentType: string
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300]

/** Creates the metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const readers: (() => Promise<void>)[] = []
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'pontic_http_requests_total',
    help: 'Responses by call and status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'pontic_http_request_seconds',
    help: 'Seconds from a request to the end of its response, by call. Streams are not included.',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
  })
  const statementSeconds = new Histogram({
    name: 'pontic_database_statement_seconds',
    help: 'Seconds from sending a statement to its result.',
    buckets: statementBuckets,
    registers,
  })
  const statementErrors = new Counter({
    name: 'pontic_database_statement_errors_total',
    help: 'Statements that PostgreSQL refused or that ended with a lost connection.',
    registers,
  })
  const slowStatements = new Counter({
    name: 'pontic_database_slow_statements_total',
    help: 'Statements that took longer than PONTIC_SLOW_STATEMENT_MS. The log names each.',
    registers,
  })
  const jobs = new Counter({
    name: 'pontic_jobs_total',
    help: 'Ended attempts of jobs by job and result: done, retried or failed.',
    labelNames: ['job', 'result'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'pontic_job_seconds',
    help: 'Seconds of an attempt of a job.',
    labelNames: ['job'],
    buckets: jobBuckets,
    registers,
  })
  const scrapeErrors = new Counter({
    name: 'pontic_scrape_errors_total',
    help: 'Failed reads of gauges, for example because PostgreSQL does not answer.',
    registers,
  })
  return {
    recordRequest: (route, status, durationMs) => {
      requests.inc({ route, status })
      if (!isStream(route)) requestSeconds.observe({ route }, durationMs / 1000)
    },
    recordStatement: (durationMs, isError) => {
      statementSeconds.observe(durationMs / 1000)
      if (isError) statementErrors.inc()
    },
    recordSlowStatement: () => slowStatements.inc(),
    recordJob: (job, result, durationMs) => {
      jobs.inc({ job, result })
      jobSeconds.observe({ job }, durationMs / 1000)
    },
    addGauges: (gauges, read) => {
      readers.push(createReader(registry, scrapeErrors, gauges, [], async () => [[{}, await read()]]))
    },
    addGaugesBy: (label, gauges, read) => {
      const readAll = async () =>
        [...(await read())].map(([key, values]) => [{ [label]: key }, values] as const)
      readers.push(createReader(registry, scrapeErrors, gauges, [label], readAll))
    },
    print: async () => {
      await Promise.all(readers.map((read) => read()))
      return await registry.metrics()
    },
    contentType: registry.contentType,
  }
}

function isStream(route: string): boolean {
  return (routes as Readonly<Record<string, Route>>)[route as RouteName]?.reply === 'stream'
}

type Values<Name extends string> = Readonly<Record<Name, number | null>>

/** Creates the gauges. @returns a function that reads their values */
function createReader<Name extends string>(
  registry: Registry,
  errors: Counter,
  descriptions: Readonly<Record<Name, string>>,
  labelNames: readonly string[],
  read: () => Promise<(readonly [labels: Readonly<Record<string, string>>, values: Values<Name>])[]>,
): () => Promise<void> {
  const gauges = (Object.entries(descriptions) as [Name, string][]).map(
    ([name, help]) => [name, new Gauge({ name, help, labelNames, registers: [registry] })] as const,
  )
  return async () => {
    const found = await read().catch(() => undefined)
    if (found === undefined) errors.inc()
    for (const [name, gauge] of gauges) {
      // Removes the values of all labels. Without labels, `reset` would set the value to 0.
      if (labelNames.length > 0) gauge.reset()
      else gauge.remove()
      for (const [labels, values] of found ?? []) {
        const value = values[name]
        if (value !== null) gauge.set(labels, value)
      }
    }
  }
}
