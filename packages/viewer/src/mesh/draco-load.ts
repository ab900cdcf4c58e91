import createDecoder from 'draco3d/draco_decoder_nodejs.js'
import { setDraco } from './draco.ts'

/** Memory of the decoder in bytes: a base, plus bytes for each compressed byte, up to a maximum. */
const memory = { base: 24 * 1024 * 1024, perByte: 300, most: 1024 * 1024 * 1024 }
const pageBytes = 65_536
const memorySection = 5

/**
 * Creates a decoder for one file. Each file gets an own instance: its memory is freed with it, is limited by the length of the
 * file, and a hostile file can't damage the decoder of another one.
 * @param wasm the WebAssembly program of `draco3d`
 * @param sizeBytes length of the file
 */
export async function loadDraco(wasm: Uint8Array<ArrayBuffer>, sizeBytes: number): Promise<void> {
  const limitBytes = Math.min(memory.most, memory.base + sizeBytes * memory.perByte)
  const wasmBinary = limitMemory(wasm, Math.ceil(limitBytes / pageBytes)).buffer
  const silent = { print: () => {}, printErr: () => {} }
  setDraco(await createDecoder({ wasmBinary, ...silent }))
}

/**
 * Returns a WebAssembly program whose memory can't grow beyond a number of pages (WebAssembly core specification, "Memory Section"): the
 * decoder asks for as much memory as a file declares.
 * @throws {Error} if the program has no such limit
 */
function limitMemory(wasm: Uint8Array<ArrayBuffer>, pages: number): Uint8Array<ArrayBuffer> {
  const program = wasm.slice()
  let at = 8
  const readNumber = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = program[at++]!
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  while (at < program.length) {
    const id = program[at++]
    const endAt = readNumber() + at
    if (id === memorySection) {
      const [memories, flags] = [readNumber(), readNumber()]
      const least = readNumber()
      if (memories !== 1 || flags !== 1) break
      // The number keeps its length, so that the section does, too.
      for (let left = Math.max(pages, least); at < endAt; at += 1, left = Math.floor(left / 128))
        program[at] = (left % 128) + (at < endAt - 1 ? 128 : 0)
      return program
    }
    at = endAt
  }
  throw new Error('The Draco decoder declares no limit of its memory.')
}
