import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { inlinedClassNames } from '../../build-class-names.ts'

const [bar, frame] = ['bar.module.css', 'frame.module.css']

/** Builds an app of the given files that starts with `main.ts`. @returns its files by ending */
async function buildApp(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'class-names-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text)
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [inlinedClassNames()],
    css: { modules: { generateScopedName: (name) => `${name}_abc` } },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: join(root, 'main.ts'),
        output: { codeSplitting: { groups: [{ name: 'sheets', test: /\.css$/ }] } },
      },
    },
  })) as Rolldown.RolldownOutput
  const scripts = output.flatMap((one) => (one.type === 'chunk' ? [one.code] : []))
  const sheets = output.flatMap((one) => (one.type === 'asset' ? [String(one.source)] : []))
  return { scripts, sheets }
}

test('the names of classes are in the code that uses them, and a group of sheets has no script', async () => {
  const { scripts, sheets } = await buildApp({
    'main.ts': `import css from './${bar}'
import './${frame}'
document.body.className = css.bar`,
    [bar]: '.bar { color: red } .bar > :global(.other) { color: blue }',
    [frame]: ':global(.frame) { color: green }',
  })
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toContain('document.body.className = "bar_abc"')
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toMatch(/\.bar_abc ?\{[\s\S]*\.bar_abc ?> ?\.other ?\{[\s\S]*\.frame ?\{/)
})

test('a class whose name is computed fails the build', async () => {
  const files = {
    'main.ts': `import css from './${bar}'\ndocument.body.className = css[location.hash]`,
    [bar]: '.bar { color: red }',
  }
  await expect(buildApp(files)).rejects.toThrow('css needs a name after a dot')
})
