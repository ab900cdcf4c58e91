import { deflateSync } from 'node:zlib'
import type { Language } from '@pontic/contract'
import { type FittedCharacter, fitCharacters, type SuppliedFont, type Weight } from './pdf-fonts.ts'
import type { PdfFont } from './woff-font.ts'

/** A4 in points, with the margins of the text. */
const page = { width: 595, height: 842, margin: 56 } as const
const lineHeight = 1.45

/** A paragraph. `indent` is in points from the left margin, `before` the space above it, `isQuiet` prints it in grey. */
export type Paragraph = {
  text: string
  size?: number
  weight?: Weight
  indent?: number
  before?: number
  isQuiet?: boolean
}

/** A document whose pages are filled with paragraphs. */
export type PdfDocument = { title: string; language: Language; at: Date; paragraphs: readonly Paragraph[] }

type Line = { characters: readonly FittedCharacter[]; size: number; x: number; y: number; isQuiet: boolean }

/**
 * Creates a PDF 1.7 with selectable text. Latin, Cyrillic and Greek are embedded; the fonts of Chinese, Japanese and Korean texts
 * are those of the reader's program. The same document gives the same bytes.
 */
export function createPdf(document: PdfDocument): Buffer {
  const pages = layOut(document)
  const objects = new Objects()
  const catalog = objects.reserve()
  const tree = objects.reserve()
  const fonts = new FontResources(objects)
  const contents = pages.map((lines) => objects.add(streamOf(Buffer.from(drawPage(lines, fonts)))))
  const resources = objects.reserve()
  const kids = contents.map((content) =>
    objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources ${resources} 0 R /Contents ${content} 0 R >>`,
    ),
  )
  objects.set(resources, `<< /Font << ${fonts.list()} >> >>`)
  objects.set(
    tree,
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  )
  const tag = document.language.replace('_', '-')
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${tag}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const stamp = `D:${document.at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`
  const info = objects.add(
    `<< /Title <feff${hexOf(document.title)}> /Producer (Pontic) /CreationDate (${stamp}) >>`,
  )
  return objects.write(catalog, info)
}

/** Breaks the paragraphs into lines, and the lines into pages. */
function layOut({ paragraphs, language }: PdfDocument): Line[][] {
  const pages: Line[][] = [[]]
  let y = page.height - page.margin
  for (const { text, size = 10, weight = 400, indent = 0, before = 0, isQuiet = false } of paragraphs) {
    const x = page.margin + indent
    y -= before
    for (const part of text.split('\n')) {
      const characters = fitCharacters(part, weight, language)
      for (const line of breakLines(characters, ((page.width - page.margin - x) * 1000) / size)) {
        if (y - size * lineHeight < page.margin) {
          pages.push([])
          y = page.height - page.margin
        }
        y -= size * lineHeight
        pages.at(-1)?.push({ characters: line, size, x, y, isQuiet })
      }
    }
  }
  return pages
}

/** Breaks a text after spaces and hyphens and between ideographs, or anywhere if a word is longer than the line. */
function breakLines(characters: readonly FittedCharacter[], maxWidth: number): FittedCharacter[][] {
  const lines: FittedCharacter[][] = []
  let line: FittedCharacter[] = []
  let width = 0
  let breakAt = 0
  for (const one of characters) {
    if (width + one.width > maxWidth && one.character !== ' ') {
      const cut = breakAt > 0 ? breakAt : line.length
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
      width = line.reduce((sum, character) => sum + character.width, 0)
      breakAt = 0
    }
    line.push(one)
    width += one.width
    if (one.character === ' ' || one.character === '-' || !('glyph' in one)) breakAt = line.length
  }
  return [...lines, line]
}

function drawPage(lines: readonly Line[], fonts: FontResources): string {
  return lines.map((line) => drawLine(line, fonts)).join('\n')
}

function drawLine({ characters, size, x, y, isQuiet }: Line, fonts: FontResources): string {
  const runs: { font: FittedCharacter['font']; characters: FittedCharacter[] }[] = []
  for (const one of characters) {
    const last = runs.at(-1)
    if (last?.font === one.font) last.characters.push(one)
    else runs.push({ font: one.font, characters: [one] })
  }
  const shown = runs.map(
    (run) => `/${fonts.nameOf(run.characters)} ${size} Tf <${codesOf(run.characters)}> Tj`,
  )
  return `BT ${isQuiet ? '0.36 0.38 0.42' : '0 0 0'} rg 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm ${shown.join(' ')} ET`
}

const codesOf = (characters: readonly FittedCharacter[]) =>
  characters.map((one) => ('glyph' in one ? hex4(one.glyph) : hexOf(one.character))).join('')

const hex4 = (code: number) => code.toString(16).padStart(4, '0')

const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** The fonts that a document uses, each with its used glyphs. */
class FontResources {
  readonly #objects: Objects
  readonly #used = new Map<FittedCharacter['font'], { name: string; glyphs: Map<number, string> }>()

  constructor(objects: Objects) {
    this.#objects = objects
  }

  /** Returns the resource name of the font of these characters, which all have the same font. */
  nameOf(characters: readonly FittedCharacter[]): string {
    const { font } = characters[0]!
    const used = this.#used.get(font) ?? { name: `F${this.#used.size + 1}`, glyphs: new Map() }
    this.#used.set(font, used)
    for (const one of characters) if ('glyph' in one) used.glyphs.set(one.glyph, one.character)
    return used.name
  }

  /** Adds the font objects. @returns the entries of the resource dictionary */
  list(): string {
    return [...this.#used]
      .map(([font, { name, glyphs }]) => {
        const id = 'bytes' in font ? this.#addEmbedded(font, glyphs) : this.#addSupplied(font)
        return `/${name} ${id} 0 R`
      })
      .join(' ')
  }

  #addEmbedded(font: PdfFont, glyphs: ReadonlyMap<number, string>): number {
    const objects = this.#objects
    const { name, ascent, descent, box } = font
    const file = objects.add(streamOf(font.bytes, `/Length1 ${font.bytes.length}`))
    const descriptor = objects.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [${box.join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${file} 0 R >>`,
    )
    const used = [...glyphs].sort(([one], [other]) => one - other)
    const widths = used.map(([glyph]) => `${glyph} [${font.widthOf(glyph)}]`).join(' ')
    const descendant = objects.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 600 /W [${widths}] >>`,
    )
    const unicode = objects.add(streamOf(Buffer.from(toUnicodeOf(used))))
    return objects.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
    )
  }

  #addSupplied({ name, collection, map }: SuppliedFont): number {
    const objects = this.#objects
    const descriptor = objects.add(
      `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 90 >>`,
    )
    const descendant = objects.add(
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${collection}) /Supplement 2 >> /FontDescriptor ${descriptor} 0 R /DW 1000 >>`,
    )
    return objects.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name}-${map} /Encoding /${map} /DescendantFonts [${descendant} 0 R] >>`,
    )
  }
}

const mappedMax = 100

/** Returns the map from glyphs to Unicode, with which readers search and copy text (PDF 1.7, section 9.10.3). */
function toUnicodeOf(glyphs: readonly (readonly [number, string])[]): string {
  const blocks: string[] = []
  for (let at = 0; at < glyphs.length; at += mappedMax) {
    const block = glyphs.slice(at, at + mappedMax)
    const rows = block.map(([glyph, character]) => `<${hex4(glyph)}> <${hexOf(character)}>`)
    blocks.push(`${block.length} beginbfchar\n${rows.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function streamOf(bytes: Buffer, more = ''): Buffer {
  const packed = deflateSync(bytes)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${more} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

/** The numbered objects of a PDF. */
class Objects {
  readonly #bodies: (Buffer | undefined)[] = []

  reserve(): number {
    return this.#bodies.push(undefined)
  }

  add(body: string | Buffer): number {
    return this.#bodies.push(Buffer.from(body))
  }

  set(id: number, body: string): void {
    this.#bodies[id - 1] = Buffer.from(body)
  }

  /** Writes the file with its table of offsets. */
  write(rootId: number, infoId: number): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
    let offset = parts[0]!.length
    const offsets: number[] = []
    const put = (part: Buffer) => {
      parts.push(part)
      offset += part.length
    }
    for (const [index, body] of this.#bodies.entries()) {
      offsets.push(offset)
      put(
        Buffer.concat([
          Buffer.from(`${index + 1} 0 obj\n`),
          body ?? Buffer.from('null'),
          Buffer.from('\nendobj\n'),
        ]),
      )
    }
    const start = offset
    const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
    put(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows.join('')}`))
    put(
      Buffer.from(
        `trailer\n<< /Size ${offsets.length + 1} /Root ${rootId} 0 R /Info ${infoId} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      ),
    )
    return Buffer.concat(parts)
  }
}
