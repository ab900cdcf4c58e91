import program from 'draco3d/draco_decoder.wasm?url&inline'
import { loadDraco } from '../mesh/draco-load.ts'
import { answerScanTasks } from './scan-task.ts'

// The decoder is part of the script, because the policy of the workers allows scripts of the portal, but no other requests
// (`unpackingPolicy` in `security-headers.ts`).
answerScanTasks((sizeBytes) => {
  const text = atob(program.slice(program.indexOf(',') + 1))
  return loadDraco(
    Uint8Array.from(text, (character) => character.charCodeAt(0)),
    sizeBytes,
  )
})
