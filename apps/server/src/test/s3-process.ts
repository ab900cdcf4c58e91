/**
 * Runs the S3 server that the test files of a run share. Prints it as one line of JSON when it is ready, and ends when its
 * standard input ends: at the end of the run, or when the run is killed.
 */
import { openS3Server } from './s3-server.ts'

const memoryBytes = (process.env.PONTIC_TEST_LONG === '1' ? 12 : 2) * 1024 ** 3

const server = await openS3Server(memoryBytes)
process.stdin.on('end', async () => {
  await server.close()
  process.exit(0)
})
process.stdin.resume()
console.log(JSON.stringify(server))
