import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const suffix = '?icon='
const iconsFile = /\/apps\/web\/src\/ui\/icons\.ts$/

/** Loads the module of the icons as one module for each icon, so that a page loads only the icons that it shows. */
export const dividedIcons: Plugin = {
  name: 'divided-icons',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id.includes(suffix) ? { id, moduleSideEffects: false } : undefined),
  load: (id) => {
    const [file = '', icon] = id.split(suffix)
    if (!iconsFile.test(file)) return undefined
    const lines = readFileSync(file, 'utf8').split('\n')
    const head = lines.filter((line) => line.startsWith('import '))
    const icons = lines.filter((line) => line.startsWith('export const '))
    const nameOf = (line: string) => line.split(' ')[2] ?? ''
    const code =
      icon === undefined
        ? icons.map(
            (line) => `export { ${nameOf(line)} } from ${JSON.stringify(file + suffix + nameOf(line))}`,
          )
        : [...head, ...icons.filter((line) => nameOf(line) === icon)]
    return { code: code.join('\n'), moduleType: 'js', moduleSideEffects: false }
  },
}
