/** Time until the redirect of a download has arrived. */
const redirectMs = 5_000
let startingUntilMs = 0

/**
 * Notes that a download starts. The portal may redirect it to the file storage (decision 0077); the browser then behaves as if the
 * page were left, although it stays.
 */
export function noteDownload(): void {
  startingUntilMs = performance.now() + redirectMs
}

/** Whether a download is starting. */
export const isDownloadStarting = (): boolean => performance.now() < startingUntilMs
