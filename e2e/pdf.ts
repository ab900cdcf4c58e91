import { inflateSync } from 'node:zlib'

// Maps CJK radicals to the characters with the same glyph. NFKC does not map these.
const radicals = new Map(
  [
    '⻅见',
    '⻆角',
    '⻉贝',
    '⻋车',
    '⻓长',
    '⻔门',
    '⻘青',
    '⻚页',
    '⻛风',
    '⻝食',
    '⻢马',
    '⻥鱼',
    '⻩黄',
    '⻬齐',
    '⻮齿',
    '⻰龙',
  ].map(([radical, character]) => [radical!, character!]),
)

/** Applies NFKC, replaces CJK radicals by characters, and removes white space, because lines of a PDF break anywhere. */
export const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u2e80-\u2eff]/g, (radical) => radicals.get(radical) ?? radical)
    .replaceAll(/\s/g, '')

/**
 * Reads the texts of a PDF that Chromium printed.
 * @returns the text of each page without white space, in the order of drawing
 */
export function readPdf(bytes: Buffer): string[] {
  const objects = readObjects(bytes)
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const fonts = new Map(
      [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, readFont(objects, Number(id))]),
    )
    const contents = /\/Contents (\d+) 0 R/.exec(head)?.[1]
    const drawing = objects.get(Number(contents))?.stream() ?? ''
    return compact(readDrawing(drawing, fonts))
  })
}

type PdfObject = { head: string; stream: () => string }

function readObjects(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\s/g)) {
    const from = match.index + match[0].length
    const end = text.indexOf('endobj', from)
    const streamAt = text.indexOf('stream', from)
    const head = text.slice(from, streamAt > 0 && streamAt < end ? streamAt : end)
    const stream = () => {
      const begin = streamAt + (text[streamAt + 6] === '\r' ? 8 : 7)
      const part = bytes.subarray(begin, begin + Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0))
      return (head.includes('/FlateDecode') ? inflateSync(part) : part).toString('latin1')
    }
    objects.set(Number(match[1]), { head, stream })
  }
  return objects
}

const lettersOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Maps the glyph codes of a font to characters. `digits` is the number of hex digits of a code. */
type Font = { letters: Map<number, string>; digits: 2 | 4 }

function readFont(objects: Map<number, PdfObject>, fontId: number): Font {
  const head = objects.get(fontId)?.head ?? ''
  const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
  const text = objects.get(Number(map))?.stream() ?? ''
  const letters = new Map<number, string>()
  for (const [, section] of text.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code, to] of section!.matchAll(/<(\w+)>\s*<(\w+)>/g))
      letters.set(Number.parseInt(code!, 16), lettersOf(to!))
  for (const [, section] of text.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from, to, first] of section!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const [begin, end] = [Number.parseInt(from!, 16), Number.parseInt(to!, 16)]
      for (let code = begin; code <= end; code++)
        letters.set(code, String.fromCodePoint(Number.parseInt(first!, 16) + code - begin))
    }
  // Chromium embeds variable fonts as Type 3 fonts, whose glyph codes have one byte. Codes of other fonts have two bytes.
  return { letters, digits: head.includes('/Type3') ? 2 : 4 }
}

function readDrawing(drawing: string, fonts: Map<string, Font>): string {
  let font: Font | undefined
  let text = ''
  for (const [, name, shown] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|((?:<[\dA-F]*>|\[[^\]]*\])) ?TJ?j?/g)) {
    if (name !== undefined) font = fonts.get(name)
    for (const [, hex] of (shown ?? '').matchAll(/<([\dA-F]*)>/g))
      for (const code of hex!.match(font?.digits === 2 ? /../g : /.{4}/g) ?? [])
        text += font?.letters.get(Number.parseInt(code, 16)) ?? ''
  }
  return text
}
