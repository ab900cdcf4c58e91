/** Writes the OpenAPI document to standard output, with the docstrings of the contract. `npm run docs` keeps it. */
import { descriptions, readDocstrings, registry } from './docstrings.ts'

readDocstrings()
const { printOpenApi } = await import('../apps/server/src/platform/docs/print-open-api.ts')
process.stdout.write(`${JSON.stringify(printOpenApi({ registry, descriptions }), null, 1)}\n`)
