/** Writes the OpenAPI document, with the docstrings of the contract, to standard output. `npm run docs` stores it in a file. */
import { descriptions, readDocstrings, registry } from './docstrings.ts'

readDocstrings()
const { printOpenApi } = await import('../apps/server/src/platform/docs/print-open-api.ts')
process.stdout.write(`${JSON.stringify(printOpenApi({ registry, descriptions }), null, 1)}\n`)
