import { type BufferAttribute, BufferGeometry, GLBufferAttribute, Sphere, Vector3 } from 'three'
import type { DrawnScan } from './drawn-scan.ts'

type Part = { buffer: WebGLBuffer; array: ArrayBufferView<ArrayBuffer>; doneBytes: number }

/**
 * Uploads a scan to the graphics card in slices, so that no frame waits for megabytes. It creates the WebGL buffers itself,
 * because three.js would upload each buffer at once.
 */
export class GeometryUpload {
  readonly geometry = new BufferGeometry()
  readonly isFaceted: boolean
  private readonly gl: WebGL2RenderingContext
  private readonly parts: Part[]
  private heat: WebGLBuffer | undefined

  constructor(gl: WebGL2RenderingContext, scan: DrawnScan) {
    this.gl = gl
    this.isFaceted = scan.isFaceted
    const { positions, normals, tones, indices } = scan
    const vertexCount = positions.length / 3
    const arrays = [positions, normals, tones, indices]
    this.parts = arrays.map((array) => ({
      buffer: this.reserve(array.byteLength, array === indices),
      array,
      doneBytes: 0,
    }))
    const [position, normal, tone, index] = this.parts.map(({ buffer }) => buffer)
    const { geometry } = this
    set(geometry, 'position', new GLBufferAttribute(position!, gl.FLOAT, 3, 4, vertexCount))
    set(geometry, 'normal', new GLBufferAttribute(normal!, gl.SHORT, 4, 2, vertexCount, true))
    set(geometry, 'tone', new GLBufferAttribute(tone!, gl.UNSIGNED_BYTE, 4, 1, vertexCount, true))
    const { min, max, sizeMm } = scan.measure
    const middle = new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5)
    geometry.boundingSphere = new Sphere(middle, Math.hypot(...sizeMm) / 2)
    geometry.index = new GLBufferAttribute(
      index!,
      gl.UNSIGNED_INT,
      1,
      4,
      indices.length,
    ) as unknown as BufferAttribute
  }

  /** Uploads at most `budgetBytes` more bytes. @returns whether everything is uploaded */
  advance(budgetBytes: number): boolean {
    const { gl } = this
    let leftBytes = budgetBytes
    for (const part of this.parts) {
      const { array } = part
      while (part.doneBytes < array.byteLength) {
        if (leftBytes <= 0) return false
        const sliceBytes = Math.min(leftBytes, array.byteLength - part.doneBytes)
        const slice = new Uint8Array(array.buffer, array.byteOffset + part.doneBytes, sliceBytes)
        gl.bindBuffer(gl.COPY_WRITE_BUFFER, part.buffer)
        gl.bufferSubData(gl.COPY_WRITE_BUFFER, part.doneBytes, slice)
        part.doneBytes += sliceBytes
        leftBytes -= sliceBytes
      }
    }
    return true
  }

  /**
   * Replaces the colours of a tool, four bytes per vertex. They are uploaded at once, because they are small.
   * @returns whether there are colours
   */
  setHeat(colors: Uint8Array<ArrayBuffer> | undefined): boolean {
    const { gl, geometry } = this
    if (this.heat) gl.deleteBuffer(this.heat)
    this.heat = undefined
    geometry.deleteAttribute('heat')
    const vertexCount = geometry.getAttribute('position').count
    if (!colors || colors.length !== vertexCount * 4) return false
    this.heat = this.reserve(colors.byteLength, false)
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, this.heat)
    gl.bufferSubData(gl.COPY_WRITE_BUFFER, 0, colors)
    set(geometry, 'heat', new GLBufferAttribute(this.heat, gl.UNSIGNED_BYTE, 4, 1, vertexCount, true))
    return true
  }

  /** Frees the graphics memory. */
  dispose(): void {
    if (this.heat) this.gl.deleteBuffer(this.heat)
    this.geometry.dispose()
    for (const { buffer } of this.parts) this.gl.deleteBuffer(buffer)
  }

  private reserve(sizeBytes: number, isIndex: boolean): WebGLBuffer {
    const { gl } = this
    const buffer = gl.createBuffer()
    const target = isIndex ? gl.ELEMENT_ARRAY_BUFFER : gl.ARRAY_BUFFER
    // The first binding determines the use of a buffer. Binding an index buffer changes the current vertex array object, whose
    // state three.js caches, so this binds the default vertex array object first.
    const used = gl.getParameter(gl.VERTEX_ARRAY_BINDING) as WebGLVertexArrayObject | null
    gl.bindVertexArray(null)
    gl.bindBuffer(target, buffer)
    gl.bufferData(target, sizeBytes, gl.STATIC_DRAW)
    gl.bindBuffer(target, null)
    gl.bindVertexArray(used)
    return buffer
  }
}

// The renderer of three.js accepts these attributes everywhere, but its types do not declare that.
const set = (geometry: BufferGeometry, name: string, attribute: GLBufferAttribute) =>
  geometry.setAttribute(name, attribute as unknown as BufferAttribute)
