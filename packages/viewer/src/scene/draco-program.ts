/**
 * Reads the WebAssembly program of the Draco decoder in a browser. It is part of a script that only this call loads, because
 * the policy of the workers allows scripts of the portal, but no other requests (`unpackingPolicy` in `security-headers.ts`).
 */
export async function readDracoProgram(): Promise<Uint8Array<ArrayBuffer>> {
  const { default: url } = await import('draco3d/draco_decoder.wasm?url&inline')
  return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0))
}
