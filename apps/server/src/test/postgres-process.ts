/**
 * Runs the PostgreSQL of a data folder as `npm start` and an installed service do, which start it again when it ends. Prints `ready`
 * when it runs, and ends when its standard input ends: at the end of a test, or when the test is killed.
 */
import { openDatabase } from '../../../../scripts/database.ts'

const [dataFolder] = process.argv.slice(2)
if (dataFolder === undefined) throw new Error('The data folder is missing.')

const database = await openDatabase(() => console.log('pontic: another port'), dataFolder)
process.stdin.on('end', async () => {
  await database.stop()
  process.exit(0)
})
process.stdin.resume()
console.log('ready')
