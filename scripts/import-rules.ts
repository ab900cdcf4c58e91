import { dirname, join } from 'node:path/posix'

/** Where a file stands: `apps/server/src/orders/orders.service.ts` is unit `server`, folder `orders`. */
export type Standing = {
  unit: string
  /** Folder below `src`, or '' for the files directly in it. */
  folder: string
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
  ['apps/agent', 'agent'],
])

/** contract ← messages, client, viewer ← server, web, agent. A unit may import those of lower rank only. */
const ranks: Record<string, number> = {
  contract: 0,
  messages: 1,
  client: 1,
  viewer: 1,
  server: 2,
  web: 2,
  agent: 2,
}

const serverShared = new Set([
  'http',
  'db',
  'jobs',
  'storage',
  'mail',
  'sms',
  'secrets',
  'transports',
  'order-documents',
  '',
])
const webShared = new Set(['ui', 'viewer', 'prescription', ''])
/** The files that put an app together and therefore know its features. */
const assemblers = new Set([
  'main.ts',
  'app.ts',
  'features.ts',
  'main.tsx',
  'router.tsx',
  'screens.tsx',
  'screens-manage.tsx',
])

/** Packages that one place alone may know. A name that ends in `/` stands for all packages of that scope. */
const confined: { unit: string; packages: string[]; allowed: (at: Standing) => boolean; place: string }[] = [
  {
    unit: 'server',
    packages: ['fastify', '@fastify/', 'fastify-type-provider-zod'],
    allowed: ({ folder, file }) => folder === 'http' || (folder === '' && assemblers.has(file)),
    place: 'http/',
  },
  { unit: 'server', packages: ['pg'], allowed: ({ folder }) => folder === 'db', place: 'db/' },
  { unit: 'viewer', packages: ['react', 'react-dom'], allowed: () => false, place: 'the web app' },
  { unit: 'viewer', packages: ['three'], allowed: ({ folder }) => folder !== 'mesh', place: 'scene/' },
]

/** Tells where a path (relative to the checkout, with `/`) stands, or undefined outside of all `src` folders. */
export function findStanding(path: string): Standing | undefined {
  const [group, name, src, ...rest] = path.split('/')
  const unit = unitRoots.get(`${group}/${name}`)
  const file = rest.at(-1)
  if (!unit || src !== 'src' || !file) return undefined
  const folder = rest.length > 1 ? (rest[0] ?? '') : ''
  return { unit, folder, file, isTest: /\.test\.tsx?$/.test(file) || folder === 'test' }
}

/**
 * Judges one import by the import rule.
 * @param from path of the importing file, relative to the checkout
 * @param name the module's name as written
 * @returns what is wrong with it, or undefined
 */
export function judgeImport(from: string, name: string): string | undefined {
  const at = findStanding(from)
  if (!at) return undefined
  if (!name.startsWith('.')) return judgePackage(at, name)
  const target = join(dirname(from), name.replace(/\?.*$/, ''))
  if (!/\.(tsx?|mjs|js|json|css|svg|png|webp|woff2|sql)$/.test(target))
    return 'a relative import needs its file extension'
  const to = findStanding(target)
  if (!to) return at.isTest || target.endsWith('.json') ? undefined : 'reaches out of its own src folder'
  if (to.unit !== at.unit) return `reaches into ${to.unit} by path; import its package instead`
  if (to.isTest && !at.isTest) return 'imports test code'
  if (at.isTest || to.folder === at.folder) return undefined
  return judgeFolders(at, to)
}

function judgePackage(at: Standing, name: string): string | undefined {
  const own = /^@pontic\/(\w+)/.exec(name)?.[1]
  if (own !== undefined) {
    const [mine, its] = [ranks[at.unit] ?? 0, ranks[own] ?? 9]
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

function judgeFolders(at: Standing, to: Standing): string | undefined {
  if (at.folder === '' && assemblers.has(at.file)) return undefined
  if (at.unit === 'viewer')
    return at.folder === 'mesh' && to.folder === 'scene' ? 'mesh/ may not know scene/' : undefined
  const shared = at.unit === 'server' ? serverShared : at.unit === 'web' ? webShared : undefined
  if (!shared || shared.has(to.folder)) return undefined
  if (shared.has(at.folder))
    return `shared code (${at.folder || 'src'}) may not know the feature ${to.folder}`
  if (at.unit === 'web')
    return `a web feature may not import another one (${to.folder}); share through ui/ or viewer/`
  // The demo writes a past that no service would: it may know every feature.
  if (to.file.endsWith('.service.ts') || at.folder === 'demo') return undefined
  return `of another feature only its service may be called, not ${to.folder}/${to.file}`
}

/** The package of a module name: `three/addons/x.js` → `three`, `@a/b/c` → `@a/b`. */
export function baseName(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}
