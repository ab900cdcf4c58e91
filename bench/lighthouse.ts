import { importPeer } from './peers.ts'

/** Scores of 0 to 100, one per run. */
export type Scores = { performance: number[]; accessibility: number[] }

type Config = Record<string, unknown>
type Category = { score: number | null }
type Run = (
  url: string,
  flags: Record<string, unknown>,
  config: Config | undefined,
) => Promise<{ lhr: { categories: Record<'performance' | 'accessibility', Category> } } | undefined>

// The event stream of signed-in pages never ends, and Lighthouse would wait for it for 45 s.
const maxLoadMs = 20_000

/**
 * Runs Lighthouse on a page several times, in the default context of a browser. Lighthouse keeps its local storage, and so the
 * session.
 * @param options.port debugger port of the browser
 */
export async function rateByLighthouse(options: {
  url: string
  port: number
  rounds: number
  device: 'desktop' | 'mobile'
}): Promise<Scores> {
  const { default: run } = await importPeer<{ default: Run }>('lighthouse')
  const desktop = await importPeer<{ default: Config }>('lighthouse/core/config/desktop-config.js')
  const scores: Scores = { performance: [], accessibility: [] }
  for (let round = 0; round < options.rounds; round++) {
    const flags = {
      port: options.port,
      output: 'json',
      logLevel: 'error',
      maxWaitForLoad: maxLoadMs,
      onlyCategories: ['performance', 'accessibility'],
    }
    const result = await run(options.url, flags, options.device === 'desktop' ? desktop.default : undefined)
    for (const name of ['performance', 'accessibility'] as const)
      scores[name].push((result?.lhr.categories[name].score ?? 0) * 100)
  }
  return scores
}
