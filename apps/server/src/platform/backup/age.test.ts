import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { joinChunks } from '../streams.ts'
import { createKeyPair, DamagedObject, openSealer, unseal, WrongKey } from './age.ts'

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 300_001]

test('T72: sealed streams are files of age, which its library reads, and the other way round', async () => {
  const [one, two] = [await createKeyPair(), await createKeyPair()]
  const sealer = await openSealer([one.recipient, two.recipient])
  const encrypter = new Encrypter()
  encrypter.addRecipient(one.recipient)
  for (const size of sizes) {
    const plain = randomBytes(size)
    const sealed = await joinChunks(sealer.seal(inParts(plain, 40_000)))
    expect(sealed.length).toBe(sealer.sizeOf(size))
    const decrypter = new Decrypter()
    decrypter.addIdentity(two.secret)
    expect(plain.equals(await decrypter.decrypt(sealed))).toBe(true)
    const foreign = Buffer.from(await encrypter.encrypt(plain))
    expect(plain.equals(await joinChunks(unseal(inParts(foreign, 777), [one.secret])))).toBe(true)
  }
})

test('T72: another key, a changed byte, a cut end and appended bytes are errors', async () => {
  const [own, other] = [await createKeyPair(), await createKeyPair()]
  const sealer = await openSealer([own.recipient])
  const open = (sealed: Buffer, secret: string) => joinChunks(unseal(inParts(sealed, 9_000), [secret]))
  for (const size of sizes) {
    const sealed = await joinChunks(sealer.seal(inParts(randomBytes(size), 50_000)))
    await expect(open(sealed, other.secret)).rejects.toThrow(WrongKey)
    for (const at of [30, 150, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      await expect(open(changed, own.secret)).rejects.toThrow()
    }
    await expect(open(sealed.subarray(0, -1), own.secret)).rejects.toThrow(DamagedObject)
    await expect(open(sealed.subarray(0, -65_552), own.secret)).rejects.toThrow(DamagedObject)
    await expect(open(Buffer.concat([sealed, Buffer.alloc(1)]), own.secret)).rejects.toThrow(DamagedObject)
  }
})
