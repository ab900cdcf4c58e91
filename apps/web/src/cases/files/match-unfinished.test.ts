import { createHash } from 'node:crypto'
import type { OrderFile } from '@pontic/contract'
import { expect, test } from 'vitest'
import { matchUnfinished } from './match-unfinished.ts'

const file = (name: string, text: string) => ({ file: new File([text], name) })
const announced = (id: string, name: string, sizeBytes: number) => ({
  id,
  name,
  sizeBytes,
  state: 'uploading' as OrderFile['state'],
})
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const digest = async (blob: Blob) => hash(await blob.text())

/** Returns the matches as `name of the content → id`, and the names of the other files. */
const match = async (...given: Parameters<typeof matchUnfinished>) => {
  const { matches, rest } = await matchUnfinished(given[0], given[1], given[2], digest)
  const texts = await Promise.all(
    matches.map(async ({ picked, announced: { id } }) => `${await picked.file.text()} → ${id}`),
  )
  return { texts, rest: rest.map((one) => one.file.name) }
}

test('files continue the uploads with their name and size', async () => {
  const uploads = [announced('a', 'upper.stl', 3), announced('b', 'lower.stl', 3)]
  const files = [file('lower.stl', 'low'), file('upper.stl', 'upp'), file('bite.stl', 'bit')]
  expect(await match(files, uploads, [])).toEqual({ texts: ['low → b', 'upp → a'], rest: ['bite.stl'] })
})

test('a file with other first bytes than the server has is refused', async () => {
  const heads = [{ fileId: 'a', sizeBytes: 2, sha256: hash('up') }]
  const uploads = [announced('a', 'upper.stl', 3)]
  expect(await match([file('upper.stl', 'old')], uploads, heads)).toEqual({ texts: [], rest: ['upper.stl'] })
  expect(await match([file('upper.stl', 'upp')], uploads, heads)).toEqual({ texts: ['upp → a'], rest: [] })
})

test('files with the same name and size are assigned by their first bytes, each once', async () => {
  const uploads = [announced('a', 'scan.stl', 3), announced('b', 'scan.stl', 3)]
  const heads = [{ fileId: 'b', sizeBytes: 1, sha256: hash('y') }]
  const files = [file('scan.stl', 'yyy'), file('scan.stl', 'xxx'), file('scan.stl', 'zzz')]
  expect(await match(files, uploads, heads)).toEqual({ texts: ['yyy → b', 'xxx → a'], rest: ['scan.stl'] })
})
