import { describe, expect, it } from 'vitest'
import { decodeView, encodeView, layerKeyOf, type ViewState } from './view-code.ts'

const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const turned: ViewState = {
  eye: { target: [1.25, -3, 0], azimuth: -1.5, polar: 0.75, distance: 140.5, aspect: 1.6 },
  mode: 'matte',
  isApart: false,
  layers: [
    { id, visible: true, opacity: 0.35, ownColors: false },
    { id: 'abc', visible: false, opacity: 1, ownColors: true },
  ],
}

describe('The code of a view', () => {
  it('is decoded to the same view, with the last letters and digits of the ids of its scans', () => {
    const code = encodeView(turned)
    expect(code).toMatch(/^[A-Za-z0-9_.*!-]+$/)
    const [first, second] = turned.layers
    expect(decodeView(code)).toEqual({ ...turned, layers: [{ ...first, id: layerKeyOf(id) }, second] })
    const standard: ViewState = { eye: 'occlusal-upper', mode: 'natural', isApart: undefined, layers: [] }
    expect(decodeView(encodeView(standard))).toEqual(standard)
  })

  it.each([
    '',
    '1!0_1_100_0_0_0_0!natural!-!',
    '1!0_1_100_0_0_0_21!natural!-!',
    '1!0_1_100_0_0_0_1_1!natural!-!',
    '2!front!natural!-!',
    '1!sideways!natural!-!',
    '1!0_1_100_0_0_0!natural!-!',
    '1!0_1_NaN_0_0_0!natural!-!',
    '1!0_1_1e5_0_0_0!natural!-!',
    '1!0_9_100_0_0_0!natural!-!',
    '1!0_1_-5_0_0_0!natural!-!',
    '1!0_1_100_99999_0_0!natural!-!',
    '1!front!glass!-!',
    '1!front!natural!2!',
    '1!front!natural!-!a_1_100',
    '1!front!natural!-!a_1_100_1!more',
    `1!front!natural!-!${Array.from({ length: 61 }, (_, at) => `a${at}_1_100_1`).join('*')}`,
  ])('is refused if `encodeView` cannot have written it: %j', (code) => {
    expect(decodeView(code)).toBeUndefined()
  })
})
