import { dirname, join } from 'node:path/posix'

/**
 * The place of a source file: `apps/server/src/cases/orders/orders.service.ts` belongs to unit `server`, wing `cases` and
 * feature `orders`.
 */
export type Place = {
  unit: string
  /** First folder below `src`, or '' for the files directly in it. */
  wing: string
  /** Second folder below `src`, or ''. */
  feature: string
  /** File name without folders. */
  file: string
  isTest: boolean
}

const unitRoots = new Map([
  ['packages/contract', 'contract'],
  ['packages/messages', 'messages'],
  ['packages/client', 'client'],
  ['packages/viewer', 'viewer'],
  ['apps/server', 'server'],
  ['apps/web', 'web'],
])

/** contract ← messages, client, viewer ← server, web. A unit may import units of a lower rank only. */
const unitRanks: Record<string, number> = {
  contract: 0,
  messages: 1,
  client: 1,
  viewer: 1,
  server: 2,
  web: 2,
}

/**
 * The wings of each unit, lowest first. A file may import its own wing and lower ones. Wings of one row are siblings and
 * do not import each other, except that `config` and `platform` may. '' means the files directly in `src`.
 */
const wingOrder: Record<string, string[][]> = {
  server: [['config', 'platform'], ['people'], ['cases'], ['exchange', 'office'], ['demo'], ['']],
  web: [['frame'], ['ui'], ['people'], ['cases'], ['exchange', 'office'], ['shell'], ['']],
  viewer: [['mesh'], ['measure'], ['scene'], ['tools']],
}

/** Wings of features. Other features may import only the `.service.ts`, `.shared.ts` and `.hooks.ts` files of these features. */
const wingsOfFeatures = new Set(['people', 'cases', 'exchange', 'office'])

/** Packages that only one place may import. A name that ends in `/` means all packages of that scope. */
const confined: { unit: string; packages: string[]; allowed: (at: Place) => boolean; place: string }[] = [
  {
    unit: 'server',
    packages: ['fastify', '@fastify/', 'fastify-type-provider-zod'],
    allowed: ({ feature }) => feature === 'http',
    place: 'platform/http/',
  },
  { unit: 'server', packages: ['pg'], allowed: ({ feature }) => feature === 'db', place: 'platform/db/' },
  { unit: 'viewer', packages: ['react', 'react-dom'], allowed: () => false, place: 'the web app' },
  {
    unit: 'viewer',
    packages: ['three'],
    allowed: ({ wing }) => wing !== 'mesh',
    place: 'scene/, measure/ and tools/',
  },
]

/**
 * Parses a path.
 * @param path relative to the checkout, with `/`
 * @returns the place of a source file, or undefined outside of all `src` folders
 */
export function placeOf(path: string): Place | undefined {
  const [group, name, src, ...rest] = path.split('/')
  const unit = unitRoots.get(`${group}/${name}`)
  const file = rest.at(-1)
  if (!unit || src !== 'src' || !file) return undefined
  const [wing = '', feature = ''] = rest.slice(0, -1)
  return { unit, wing, feature, file, isTest: /\.test\.tsx?$/.test(file) || wing === 'test' }
}

/** The feature folder of a server source, relative to the checkout; undefined outside the wings of features, and for tests. */
export function featureOf(path: string): string | undefined {
  const at = placeOf(path)
  if (at?.unit !== 'server' || at.isTest || at.feature === '' || !wingsOfFeatures.has(at.wing))
    return undefined
  return path.split('/').slice(0, 5).join('/')
}

/**
 * Checks one import against the import rule.
 * @param from path of the importing file, relative to the checkout
 * @param name the module's name as written
 * @returns the fault, or undefined
 */
export function findImportFault(from: string, name: string): string | undefined {
  const at = placeOf(from)
  if (!at) return undefined
  if (!name.startsWith('.')) return findPackageFault(at, name)
  const target = join(dirname(from), name.replace(/\?.*$/, ''))
  if (!/\.(tsx?|mjs|js|json|css|svg|png|webp|woff2|sql)$/.test(target))
    return 'a relative import needs its file extension'
  const to = placeOf(target)
  if (!to) return at.isTest || target.endsWith('.json') ? undefined : 'reaches out of its own src folder'
  if (to.unit !== at.unit) return `reaches into ${to.unit} by path; import its package instead`
  if (to.isTest && !at.isTest) return 'imports test code'
  return at.isTest ? undefined : findWingFault(at, to)
}

function findPackageFault(at: Place, name: string): string | undefined {
  const own = /^@pontic\/(\w+)/.exec(name)?.[1]
  if (own !== undefined) {
    const [mine, its] = [unitRanks[at.unit] ?? 0, unitRanks[own] ?? 9]
    return its < mine || at.isTest
      ? undefined
      : `${at.unit} may not import ${own}: contract ← packages ← apps`
  }
  if (at.unit === 'contract' && !at.isTest && !/^zod(\/mini)?$/.test(name)) return 'contract imports zod only'
  if (at.isTest) return undefined
  for (const { unit, packages, allowed, place } of confined) {
    const isMeant = packages.some((one) =>
      one.endsWith('/') ? name.startsWith(one) : baseName(name) === one,
    )
    if (unit === at.unit && isMeant && !allowed(at)) return `only ${place} may know ${baseName(name)}`
  }
  return undefined
}

function findWingFault(at: Place, to: Place): string | undefined {
  const order = wingOrder[at.unit]
  if (!order) return undefined
  const rankOf = ({ wing }: Place) => order.findIndex((wings) => wings.includes(wing))
  if (rankOf(at) < 0) return `${at.wing}/ is no wing of ${at.unit}: ${printOrder(order)}`
  if (rankOf(to) > rankOf(at)) return `${at.wing}/ may not import ${to.wing || 'src'}/: ${printOrder(order)}`
  if (rankOf(to) === rankOf(at) && at.wing !== to.wing && at.wing !== 'config' && to.wing !== 'config')
    return `${at.wing}/ may not import its sibling ${to.wing}/`
  const isOtherFeature = at.wing !== to.wing || at.feature !== to.feature
  // The demo and the files directly in `src` may import any file of a feature. The demo writes past events, which no service
  // creates, and app.ts binds routes and jobs.
  const assembles = at.wing === 'demo' || at.wing === ''
  if (at.unit !== 'server' || !isOtherFeature || assembles || !wingsOfFeatures.has(to.wing)) return undefined
  if (/\.(service|shared|hooks)\.ts$/.test(to.file)) return undefined
  return `of another feature only .service.ts, .shared.ts and .hooks.ts files may be imported, not ${to.feature}/${to.file}`
}

const printOrder = (order: string[][]) => order.map((wings) => wings.join(', ') || 'src').join(' ← ')

/** The package of a module name: `three/addons/x.js` → `three`, `@a/b/c` → `@a/b`. */
export function baseName(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
