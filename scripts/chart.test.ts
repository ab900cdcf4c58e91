import { beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../apps/server/src/config/config.ts'
import { havePeer } from '../apps/server/src/test/peers.ts'
import {
  assertKubernetesTypes,
  buildRenderer,
  type Manifest,
  renderChart,
  type Values,
} from './chart/chart.ts'

const isLong = process.env.PONTIC_TEST_LONG === '1'
const packages = ['golang-go', 'golang-github-masterminds-sprig-dev', 'golang-k8s-sigs-yaml-dev']

const least: Values = { publicUrl: 'https://cases.example.com', existingSecret: 'pontic-secret' }
const inS3 = { PONTIC_STORAGE: 's3', PONTIC_S3_BUCKET: 'files', PONTIC_S3_ACCESS_KEY: 'key' }
const all: Values = {
  ...least,
  image: { repository: 'registry.example.com/pontic', tag: '0.2.0' },
  imagePullSecrets: [{ name: 'registry' }],
  replicas: 3,
  settings: {
    PONTIC_SMS_BODY: '{"to":"{to}","text":"{text}"}',
    PONTIC_JOBS_AT_ONCE: 8,
    PONTIC_DOCS: false,
    PONTIC_BACKUP_TARGET: 'sftp://backup.example.com/pontic',
    PONTIC_BACKUP_RECIPIENTS: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    PONTIC_BACKUP_USER: 'pontic',
    PONTIC_BACKUP_HOST_KEY: 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU',
  },
  files: { storageClass: 'nfs', size: '2Ti' },
  backup: { sshKey: true },
  metrics: { enabled: true, podMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  drainSeconds: 20,
  stopSeconds: 40,
  ingress: { enabled: true, host: 'cases.example.com', tlsSecret: 'tls' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  volumes: [{ name: 'transfer', persistentVolumeClaim: { claimName: 'transfer' } }],
  volumeMounts: [{ name: 'transfer', mountPath: '/transfer' }],
}

/** Values of the Secret. Optional keys that are missing have no variable. */
const secret: Readonly<Record<string, string>> = {
  'secret-key': 'a secret of more than thirty-two characters',
  'smtp-url': 'smtps://user:password@mail.example.com:465',
  'database-url': 'postgresql://pontic_app:password@db:5432/pontic',
  's3-secret-key': 'secret',
  'sms-url': 'https://sms.example.com/{to}?text={text}',
}

const kinds = (manifests: readonly Manifest[]) => manifests.map(({ kind }) => kind).sort()

function find(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind)
  if (!found) throw new Error(`There is no ${kind}.`)
  return found
}

const podOf = (values: Values, kind = 'Deployment') =>
  find(renderChart(values).manifests, kind).spec.template.spec

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }

/** Returns the environment of the nodes as Kubernetes sets it, with the variables of the image. */
function environmentOf(values: Values): Record<string, string> {
  const variables: Variable[] = podOf(values).containers[0].env
  const image = {
    PONTIC_MODE: 'production',
    PONTIC_HOST: '0.0.0.0',
    PONTIC_PORT: '8080',
    PONTIC_DATA: '/data',
  }
  const set = variables.flatMap(({ name, value, valueFrom }) => {
    const text = value ?? secret[valueFrom?.secretKeyRef.key ?? '']
    return text === undefined ? [] : [[name, text]]
  })
  expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length)
  return { ...image, ...Object.fromEntries(set) }
}

if (isLong)
  describe.skipIf(!havePeer(['go'], packages))('the Helm chart', () => {
    beforeAll(buildRenderer)

    test('has objects that match the types of the Kubernetes API', () => {
      const small = renderChart(least).manifests
      const large = renderChart(all).manifests
      const bucket = renderChart({ ...least, settings: inS3 }).manifests
      expect(kinds(small)).toEqual([
        ...['Deployment', 'Job', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'Service'],
      ])
      expect(kinds(large)).toEqual([
        ...['Deployment', 'Ingress', 'Job', 'NetworkPolicy', 'PersistentVolumeClaim', 'PodDisruptionBudget'],
        ...['PodMonitor', 'Service'],
      ])
      expect(kinds(bucket)).toEqual(['Deployment', 'Job', 'PodDisruptionBudget', 'Service'])
      assertKubernetesTypes([...small, ...large, ...bucket])
      const wrong = structuredClone(find(small, 'Service'))
      wrong.spec.porst = []
      expect(() => assertKubernetesTypes([wrong])).toThrow(/porst/)
    })

    test('gives nodes an environment with which they start', () => {
      expect(parseConfig(environmentOf(least))).toMatchObject({
        publicUrl: 'https://cases.example.com',
        trustedProxies: ['10.0.0.0/8'],
        drainMs: 10_000,
        stopMs: 15_000,
        storage: { place: 'disk' },
        port: 8080,
      })
      expect(parseConfig(environmentOf(all))).toMatchObject({
        jobsAtOnce: 8,
        hasDocs: false,
        smsGateway: { body: '{"to":"{to}","text":"{text}"}' },
        metricsAddress: { host: '0.0.0.0', port: 9464 },
        backup: { target: 'sftp://backup.example.com/pontic', sshKeyFile: '/run/pontic/backup-ssh-key' },
        drainMs: 20_000,
        stopMs: 40_000,
      })
      expect(parseConfig(environmentOf({ ...least, settings: inS3 })).storage).toMatchObject({
        place: 's3',
        s3: { bucket: 'files' },
      })
      // A Service with the name pontic would otherwise set PONTIC_PORT to tcp://….
      expect([podOf(all), podOf(all, 'Job')].map((pod) => pod.enableServiceLinks)).toEqual([false, false])
    })

    test('migrates as the owner of the database, whose password no node has', () => {
      expect(environmentOf(all)).not.toHaveProperty('PONTIC_DATABASE_OWNER_URL')
      const { manifests } = renderChart(all)
      const [container] = find(manifests, 'Job').spec.template.spec.containers
      expect(container.args).toEqual(['migrate'])
      expect(container.env.map(({ name }: Variable) => name)).toEqual(['PONTIC_DATABASE_OWNER_URL'])
      expect(find(manifests, 'Job').metadata.annotations).toMatchObject({
        'helm.sh/hook': 'pre-install,pre-upgrade',
      })
    })

    test('runs pods without root on a read-only file system', () => {
      for (const kind of ['Deployment', 'Job']) {
        const pod = podOf(all, kind)
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            seccompProfile: { type: 'RuntimeDefault' },
          },
        })
        expect(pod.containers[0].securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(pod.volumes).toContainEqual({ name: 'tmp', emptyDir: {} })
      }
    })

    test('replaces nodes one by one, and waits longer than a node needs to stop', () => {
      for (const values of [least, all]) {
        const { manifests } = renderChart(values)
        const { spec } = find(manifests, 'Deployment')
        const { drainMs, stopMs } = parseConfig(environmentOf(values))
        expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainMs + stopMs)
        expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
        expect(spec.template.spec.containers[0]).toMatchObject({
          readinessProbe: { httpGet: { path: '/readyz' } },
          livenessProbe: { httpGet: { path: '/healthz' } },
        })
        expect(find(manifests, 'PodDisruptionBudget').spec.maxUnavailable).toBe(1)
      }
    })

    test('selects the pods of the nodes and not those of the migration', () => {
      const { manifests } = renderChart(all)
      const { spec } = find(manifests, 'Deployment')
      const labels = spec.template.metadata.labels
      const migration = find(manifests, 'Job').spec.template.metadata.labels
      const selectors = [
        spec.selector.matchLabels,
        spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
        find(manifests, 'Service').spec.selector,
        find(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
        find(manifests, 'NetworkPolicy').spec.podSelector.matchLabels,
        find(manifests, 'PodMonitor').spec.selector.matchLabels,
      ]
      for (const selector of selectors) {
        expect(labels).toMatchObject(selector)
        expect(migration).not.toMatchObject(selector)
      }
    })

    test('keeps files on a volume, except with S3, and during a move on both', () => {
      const dataOf = (values: Values) =>
        podOf(values).volumes.find(({ name }: { name: string }) => name === 'data')
      const claim = { name: 'data', persistentVolumeClaim: { claimName: 'pontic-files' } }
      expect(dataOf(least)).toEqual(claim)
      expect(dataOf({ ...least, settings: inS3 })).toEqual({ name: 'data', emptyDir: {} })
      const moving = { ...inS3, PONTIC_STORAGE_ALSO_READS: 'disk' }
      expect(dataOf({ ...least, settings: moving })).toEqual(claim)
      const shared = { ...least, files: { existingClaim: 'shared' } }
      expect(dataOf(shared)).toEqual({ name: 'data', persistentVolumeClaim: { claimName: 'shared' } })
      expect(kinds(renderChart(shared).manifests)).not.toContain('PersistentVolumeClaim')
    })

    test('serves metrics on a port that only the monitoring reaches', () => {
      const { manifests } = renderChart(all)
      expect(find(manifests, 'Service').spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
      expect(find(manifests, 'NetworkPolicy').spec.ingress).toEqual([
        { ports: [{ port: 'http' }] },
        {
          ports: [{ port: 'metrics' }],
          from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        },
      ])
      expect(find(manifests, 'PodMonitor').spec.podMetricsEndpoints).toEqual([
        { port: 'metrics', path: '/metrics', interval: '30s' },
      ])
    })

    test('refuses values that are missing or that it sets itself', () => {
      expect(() => renderChart({ existingSecret: 'a' })).toThrow(/publicUrl/)
      expect(() => renderChart({ publicUrl: 'https://a.example' })).toThrow(/existingSecret/)
      expect(() => renderChart({ ...least, replica: 3 })).toThrow(/additional properties/)
      expect(() => renderChart({ ...least, settings: { PONTIC_DATABASE_URL: 'x' } })).toThrow(/settings/)
      expect(() => renderChart({ ...least, ingress: { enabled: true } })).toThrow(/ingress.host is required/)
      expect(renderChart(least).notes).toContain('https://cases.example.com')
    })
  })
