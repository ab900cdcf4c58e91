import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPicture } from './read-picture.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c08040' } })

describe('The texture of a scan', () => {
  it('is scaled down if it has more than 24 megapixels', async () => {
    const texture = await readPicture(await plain(8_000, 6_000).jpeg().toBuffer())
    expect(texture).toMatchObject({ widthPx: 4_096, heightPx: 3_072 })
    expect(texture!.rgb).toHaveLength(4_096 * 3_072 * 3)
    expect(Math.abs(texture!.rgb[0]! - 0xc0)).toBeLessThan(4)
  })

  it('is ignored if it is too large to decode, also in a format that is decoded as a whole', async () => {
    expect(
      await readPicture(await plain(9_000, 8_000).png({ compressionLevel: 1 }).toBuffer()),
    ).toBeUndefined()
    expect(await readPicture(await plain(6_000, 5_000).webp({ effort: 0 }).toBuffer())).toBeUndefined()
    expect(await readPicture(Buffer.from('no picture'))).toBeUndefined()
  })
})
