import { inflateSync } from 'node:zlib'

/**
 * Reads the text of a PDF that `createPdf` made, by its ToUnicode maps, one line for each drawn line. Codes of a font without a map
 * are UTF-16.
 */
export function readPdfText(pdf: Buffer): string {
  const objects = readObjects(pdf)
  const bodyOf = (id: string) => objects.get(id)?.head ?? ''
  const contents = [...objects.values()]
    .filter(({ head }) => head.includes('/Type /Page '))
    .map(({ head }) => {
      const [, id = ''] = /\/Contents (\d+) 0 R/.exec(head) ?? []
      return objects.get(id)?.stream ?? ''
    })
  const resources = [...objects.values()].find(({ head }) => /^<< \/Font <</.test(head))?.head ?? ''
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(bodyOf(id)) ?? []
      return [name, map === undefined ? undefined : readMap(objects.get(map)?.stream ?? '')]
    }),
  )
  return contents.flatMap((content) => content.split('\n').map((line) => readLine(line, fonts))).join('\n')
}

type Font = ReadonlyMap<string, string> | undefined

function readLine(line: string, fonts: ReadonlyMap<string, Font>): string {
  return [...line.matchAll(/\/(F\d+) [\d.]+ Tf <([0-9a-f]*)> Tj/g)]
    .map(([, name = '', codes = '']) => {
      const font = fonts.get(name)
      if (font === undefined) return textOf(codes)
      return (codes.match(/.{4}/g) ?? []).map((code) => font.get(code) ?? '�').join('')
    })
    .join('')
}

const textOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

function readMap(stream: string): ReadonlyMap<string, string> {
  return new Map(
    [...stream.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, code = '', text = '']) => [
      code,
      textOf(text),
    ]),
  )
}

/** Reads the objects at the offsets of the cross-reference table, so that a wrong offset fails. */
function readObjects(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const [, start = '0'] = /startxref\n(\d+)\n%%EOF\n$/.exec(pdf.toString('latin1')) ?? []
  const rows = pdf
    .subarray(Number(start))
    .toString('latin1')
    .matchAll(/^(\d{10}) 00000 n $/gm)
  return new Map(
    [...rows].map(([, offset = '0']) => {
      const body = pdf.subarray(Number(offset))
      const text = body.toString('latin1')
      const [begin = '', id = ''] = /^(\d+) 0 obj\n/.exec(text) ?? []
      const end = text.indexOf('\nendobj\n')
      const at = text.indexOf('\nstream\n')
      const head = text.slice(begin.length, at < 0 || at > end ? end : at)
      const [, length] = /\/Length (\d+)/.exec(head) ?? []
      if (length === undefined || at < 0 || at > end) return [id, { head, stream: '' }]
      const from = at + '\nstream\n'.length
      return [
        id,
        { head, stream: inflateSync(body.subarray(from, from + Number(length))).toString('latin1') },
      ]
    }),
  )
}
