import { variants } from '@pontic/contract'
import type { Plugin } from 'vite'
import { tagOf } from '../../packages/messages/src/language.ts'
import { builtVariant } from './build-texts.ts'
import { listNamedZones } from './src/people/accounts/zone-names.ts'

const prefix = 'zone-names:'
const { languages } = variants[builtVariant]

/**
 * Prints the names of the time zones from the data of Node, one module for each language, because Chromium has no names of
 * cities. It replaces the module that the development server and the tests use.
 */
export const zoneNames: Plugin = {
  name: 'zone-names',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id.startsWith(prefix) ? id : undefined),
  load: (id) => {
    if (id.endsWith('/people/accounts/fetch-zone-names.ts')) {
      const imports = languages.map((one) => `${one}: () => import(${JSON.stringify(prefix + one)})`)
      const code = `const files = { ${imports.join(', ')} }
export const fetchZoneNames = async (language) => (await files[language]()).default`
      return { code, moduleType: 'js' }
    }
    const language = id.startsWith(prefix) && languages.find((one) => id === prefix + one)
    if (!language) return undefined
    return { code: `export default ${JSON.stringify(listNamedZones(tagOf(language)))}`, moduleType: 'js' }
  },
}
