import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import tabler from '@iconify-json/tabler/icons.json' with { type: 'json' }
import { root } from './places.ts'

/** The generated module with the icons of the web app, as a path in the checkout. */
export const iconsFile = 'apps/web/src/ui/icons.ts'

const icons: Readonly<Record<string, { readonly body: string }>> = tabler.icons
const aliases: Readonly<Record<string, { readonly parent: string }>> = tabler.aliases

/**
 * Prints the module of the icons that sources of the web app import from it. Names are those of Tabler Icons with a prefix, such
 * as `IconArrowUp` for `arrow-up`.
 * @throws Error if there is no icon of a name, or if it has other shapes than paths
 */
export function printIcons(): string {
  const lines = listUsedIcons().map(
    (name) => `export const ${name} = /*#__PURE__*/ createIcon(${printLines(name)})`,
  )
  return `// Printed by \`npm run docs\`. To add an icon, import it from this file and run the command.
// Lines of Tabler Icons, MIT, Copyright Paweł Kuna.
import { createIcon } from './icon.tsx'

${lines.join('\n')}
`
}

/** Lists the names that sources of the web app import from the generated module, sorted. */
function listUsedIcons(): string[] {
  const names = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    const imports = source.matchAll(/import \{([^}]*)\} from '([^']*)'/g)
    return [...imports].flatMap(([, list = '', from = '']) =>
      basename(from) === basename(iconsFile) ? list.split(',').map((name) => name.trim()) : [],
    )
  })
  return [...new Set(names)].filter((name) => name !== '').sort()
}

/** Prints the `d` attributes of an icon's paths as an array. */
function printLines(name: string): string {
  const key = name
    .replace(/^Icon/, '')
    .replace(/([a-z])(?=[A-Z0-9])/g, '$1-')
    .toLowerCase()
  const icon = icons[key] ?? icons[aliases[key]?.parent ?? '']
  if (icon === undefined) throw new Error(`${iconsFile}: Tabler Icons has no icon ${key} for ${name}.`)
  // Tabler Icons draws all icons with lines, which the data have as paths.
  if (/<(?!\/?(?:g|path)\b)/.test(icon.body))
    throw new Error(`${iconsFile}: ${name} has other shapes than paths.`)
  const paths = [...icon.body.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => `'${path}'`)
  return `[${paths.join(', ')}]`
}
