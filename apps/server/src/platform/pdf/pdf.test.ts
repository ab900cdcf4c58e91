import type { Language } from '@pontic/contract'
import { describe, expect, it } from 'vitest'
import { readPdfText } from '../../test/pdf-text.ts'
import { createPdf } from './pdf.ts'
import { fitCharacters } from './pdf-fonts.ts'

const pdfOf = (text: string, language: Language = 'en_US') =>
  createPdf({ title: 'Record', language, at: new Date('2026-11-21T10:00:00Z'), paragraphs: [{ text }] })

describe('a PDF', () => {
  it.each([
    'Approved: margin fit, 24 mesial.',
    'Über Größe, façade, Łódź, Ő',
    'Ελληνικά, όμορη επαφή',
    'Краевое прилегание, қ, ғ, ң, ө, ұ',
    '设计审核，边缘密合',
    '設計審閱',
    'デザイン確認、マージン',
    '디자인 검토',
  ])('contains the text %s', (text) => {
    expect(readPdfText(pdfOf(text))).toBe(text)
  })

  it('has the same bytes for the same document', () => {
    expect(pdfOf('Same.').equals(pdfOf('Same.'))).toBe(true)
  })

  it('prints a question mark for a script without a font, and a plain space for every other space', () => {
    expect(readPdfText(pdfOf('مريم 2\u202fmm'))).toBe('???? 2 mm')
  })

  it('breaks long texts into lines within the margins, and fills further pages', () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
    const pdf = pdfOf(words.join(' '))
    const lines = readPdfText(pdf).split('\n')
    expect(lines.join('').split(' ')).toEqual(words)
    expect(pdf.toString('latin1').match(/\/Type \/Page /g)?.length).toBeGreaterThan(2)
    for (const line of lines) {
      const width = fitCharacters(line.trimEnd(), 400, 'en_US').reduce((sum, one) => sum + one.width, 0)
      expect((width * 10) / 1000).toBeLessThanOrEqual(595 - 2 * 56)
    }
  })

  it('breaks a word that is longer than a line', () => {
    const word = 'x'.repeat(400)
    expect(readPdfText(pdfOf(word)).split('\n').join('')).toBe(word)
  })
})
