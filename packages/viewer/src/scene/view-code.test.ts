import { Euler, Quaternion, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { decodeView, type EyePose, encodeView, layerKeyOf, turnOf, type ViewState } from './view-code.ts'

const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const turned: ViewState = {
  eye: { target: [1.25, -3, 0], turn: [0.5, -0.5, 0.5, 0.5], distance: 140.5, aspect: 1.6 },
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

  it('is still decoded if an earlier release has written it with angles', () => {
    const eye = decodeView('1!-1.5000_0.7500_140.50_1.25_-3.00_0.00_1.60!matte!0!')?.eye
    expect(eye).toEqual({ target: [1.25, -3, 0], turn: turnOf(-1.5, 0.75), distance: 140.5, aspect: 1.6 })
    // Camera at azimuth -1.5 and polar angle 0.75 from its target.
    const { x, y, z } = new Vector3(0, 0, 1).applyQuaternion(new Quaternion(...turnOf(-1.5, 0.75)))
    const expected = new Vector3().setFromSphericalCoords(1, 0.75, -1.5)
    expect(x).toBeCloseTo(expected.x, 9)
    expect(y).toBeCloseTo(expected.y, 9)
    expect(z).toBeCloseTo(expected.z, 9)
  })

  it('restores any rotation to five decimals', () => {
    const turn = new Quaternion()
      .setFromEuler(new Euler(2.9, -1.1, 0.4))
      .toArray() as unknown as EyePose['turn']
    const eye = decodeView(encodeView({ ...turned, eye: { ...(turned.eye as EyePose), turn } }))
      ?.eye as EyePose
    expect(new Quaternion(...eye.turn).angleTo(new Quaternion(...turn))).toBeLessThan(1e-4)
  })

  it.each([
    '',
    '1!0.5_0.5_0.5_0.4_100_0_0_0_1!natural!-!',
    '1!0_0_0_0_100_0_0_0_1!natural!-!',
    '1!0_0_0_1_-100_0_0_0_1!natural!-!',
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
