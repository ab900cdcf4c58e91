/** Program that runs the mesh pipeline once over a file and prints CPU time, peak memory and levels as JSON. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { meshPictureSizes } from '@pontic/contract'
import { runPipeline } from '@pontic/viewer/pipeline'
import sharp from 'sharp'
import { readPeakBytes } from '../scripts/peak-memory.ts'

// The sizes are an argument, because a mesh process does not load the contract.
const [file = '', folder = '', sizes = ''] = process.argv.slice(2)
const { small, large } = JSON.parse(sizes) as typeof meshPictureSizes
/** Returns the CPU time of this process including its start, because the server starts a process for each scan. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let coarseCpuMs = 0
const levels: { level: number; sizeBytes: number; triangleCount: number }[] = []
const pictureSize = { widthPx: 1_600, heightPx: 1_200 }
await runPipeline({ bytes: readFileSync(file), role: 'upper', pictureSize }, async (step) => {
  if (step.kind === 'picture') {
    const { rgba, widthPx: width, heightPx: height } = step.picture
    const drawn = sharp(rgba, { raw: { width, height, channels: 4 } })
    await drawn.clone().resize(small.widthPx, small.heightPx).webp({ quality: 80 }).toBuffer()
    await drawn.clone().resize(large.widthPx, large.heightPx).png({ compressionLevel: 6 }).toBuffer()
  } else if (step.kind === 'level') {
    const { level, bytes, triangleCount } = step.level
    if (level === 0) coarseCpuMs = cpuMs()
    levels.push({ level, sizeBytes: bytes.length, triangleCount })
    writeFileSync(join(folder, `level-${level}.glb`), bytes)
  }
})
const peakBytes = readPeakBytes(process.pid)
process.stdout.write(JSON.stringify({ cpuMs: cpuMs(), coarseCpuMs, peakBytes, levels }))
