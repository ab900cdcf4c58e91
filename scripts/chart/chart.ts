import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { findTool, root } from '../places.ts'

/** Folder of the Helm chart. */
export const chartFolder = join(root, 'deploy/helm/pontic')

const cache = join(root, '.cache/chart')
const renderer = join(cache, 'render')
// Debian's packages golang-… have their sources here.
const debianSources = '/usr/share/gocode'

/** Values of a chart, as in values.yaml. */
export type Values = { [name: string]: unknown }

/** A Kubernetes object. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string>; labels?: Record<string, string> }
  // The type checker checks the objects.
  // biome-ignore lint/suspicious/noExplicitAny: any kind of object
  spec: any
}

/** A rendered chart. `values`: with the defaults of the chart. */
export type Rendered = { values: Values; notes: string; manifests: Manifest[] }

/** Compiles the renderer with Debian's Go. @throws Error with the output of the compiler */
export function buildRenderer(): void {
  mkdirSync(cache, { recursive: true })
  run('go', ['build', '-o', renderer, join(root, 'scripts/chart/render.go')], {
    env: {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: debianSources,
      GOCACHE: join(cache, 'go'),
      GOFLAGS: '',
    },
  })
}

/**
 * Renders the chart as a release with the name `pontic`, so that its objects have the names that a Service could clash with.
 * `buildRenderer` runs first.
 * @throws Error if the values do not match the schema of the chart, or with the message of the chart
 */
export function renderChart(values: Values): Rendered {
  const input = JSON.stringify({ chart: chartFolder, release: 'pontic', namespace: 'portal', values })
  const rendered = JSON.parse(run(renderer, [], { input })) as {
    values: Values
    notes: string
    manifests: { source: string; object: Manifest }[]
  }
  assertValues(rendered.values)
  return { ...rendered, manifests: rendered.manifests.map(({ object }) => object) }
}

/** Helm checks the values with their defaults against this schema. */
function assertValues(values: Values): void {
  const schema = JSON.parse(readFileSync(join(chartFolder, 'values.schema.json'), 'utf8')) as object
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
  if (!ajv.validate(schema, values)) throw new Error(ajv.errorsText(ajv.errors, { dataVar: 'values' }))
}

const modules: Readonly<Record<string, string>> = {
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
  v1: 'core/v1',
}

/**
 * Checks objects against the types of the Kubernetes API: unknown fields, missing fields, and types of values. Objects of extensions,
 * such as the Prometheus Operator, have no types and are left out.
 * @throws Error with the errors of the type checker
 */
export function assertKubernetesTypes(manifests: readonly Manifest[]): void {
  const known = manifests.filter(({ apiVersion }) => modules[apiVersion] !== undefined)
  const lines = known.map(
    (manifest) =>
      `(${JSON.stringify(manifest)} satisfies import('kubernetes-types/${modules[manifest.apiVersion]}').${manifest.kind});`,
  )
  const file = join(cache, 'manifests.ts')
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, lines.join('\n'))
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--skipLibCheck',
  ]
  run(process.execPath, [findTool('typescript/bin/tsc'), ...options, file], {})
}

function run(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; input?: string },
): string {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })
  if (done.status !== 0) throw new Error(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`.trim())
  return done.stdout
}
